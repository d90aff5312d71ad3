import { useTranslation } from "../../../i18n/translation.ts";
import { useHref, useLang } from "../../../i18n/use-lang.ts";
import { useSite } from "../../../site/site.ts";
import { useCompany } from "../../company/company.ts";
import { companyWords } from "../../company/company-words.ts";
import { useSupportHours } from "../../company/use-support-hours.ts";
import { useConsent } from "../consent/consent.ts";
import { BrandLink } from "./brand.tsx";
import { columnLinks, exchangeLinks, type NavigationLink, safetyLinks } from "./navigation.ts";
import { FollowDevice } from "./preferences.tsx";
import { SiteLink } from "./site-link.tsx";

/** One name, since every page repeats it for every link. */
const link = "footer-link";

export function Footer() {
  const { t } = useTranslation(["company", "cookies"]);
  const href = useHref();
  const site = useSite();
  const consent = useConsent();
  const { hours, answerTime } = useSupportHours();
  return (
    <footer className="mt-auto bg-footer text-on-footer print:hidden">
      <div className="page-width pb-8 pt-14">
        <div className="grid grid-cols-2 gap-x-6 gap-y-8 lg:grid-cols-[1.4fr_1fr_1fr_1fr_1.2fr]">
          <div className="col-span-2 lg:col-span-1">
            <BrandLink onDark />
            <p className="mt-4 text-body-2 text-on-footer-2">{t("footer.claim")}</p>
            <Issuer />
          </div>
          <Column title={t("footer.exchange")} links={exchangeLinks} />
          <Column
            title={t("footer.company")}
            links={columnLinks("company").filter(({ name }) => name !== "earn" || site?.hasAffiliates === true)}
          />
          <Column title={t("footer.legal")} links={columnLinks("legal")} />
          <nav aria-label={t("footer.help")} className="col-span-2 lg:col-span-1">
            <h2 className="text-caption text-on-footer-2">{t("footer.help")}</h2>
            <ul className="mt-2">
              {safetyLinks.map((page) => (
                <li key={page.name}>
                  <SiteLink link={page} className={link} />
                </li>
              ))}
            </ul>
            <a href={`${href("/company/contact-us")}#complaints`} className={link}>
              {t("footer.complaints")}
            </a>
            {site && (
              <p>
                <a href={`mailto:${site.supportEmail}`} className={`break-all ${link}`}>
                  {site.supportEmail}
                </a>
              </p>
            )}
          </nav>
        </div>
        <hr className="mt-10 border-t border-current opacity-20" />
        <div className="mt-5 flex flex-wrap items-center justify-between gap-4 text-small text-on-footer-2">
          <span>{t("footer.support", { hours, time: answerTime })}</span>
          <span>{site && `© ${site.year} ${site.brand}`}</span>
          {(consent || site?.hasAffiliates) && (
            <a href={href("/legal/cookies")} className="underline decoration-1 underline-offset-4">
              {t("cookies:banner.settings")}
            </a>
          )}
          <FollowDevice />
        </div>
      </div>
    </footer>
  );
}

/** The company behind the brand. */
function Issuer() {
  const { t } = useTranslation("company");
  const company = useCompany();
  const { company: name, register, registerNumber, address, authorisation } = companyWords(company, useLang());
  const registration = t("footer.registration", { register, number: registerNumber });
  return (
    <address className="mt-4 text-small not-italic text-on-footer-2">
      <strong className="block font-semibold text-on-footer">{name}</strong>
      {company.register.url ? (
        <a href={company.register.url} className="underline" rel="noreferrer">
          {registration}
        </a>
      ) : (
        registration
      )}
      <br />
      {address}
      <br />
      {company.isExample ? t("footer.example") : authorisation}
    </address>
  );
}

function Column({ title, links }: { title: string; links: readonly NavigationLink[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="text-caption text-on-footer-2">{title}</h2>
      <ul className="mt-2">
        {links.map((page) => (
          <li key={page.name}>
            <SiteLink link={page} className={link} />
          </li>
        ))}
      </ul>
    </nav>
  );
}
