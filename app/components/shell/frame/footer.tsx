import { useTranslation } from "../../../i18n/translation.ts";
import { useSite } from "../site.ts";
import { BrandLink } from "./brand.tsx";
import { companyLinks, exchangeLinks, legalLinks, type NavigationLink } from "./navigation.ts";
import { FollowDevice } from "./preferences.tsx";
import { SiteLink } from "./site-link.tsx";

export function Footer() {
  const { t } = useTranslation("shell");
  const site = useSite();
  return (
    <footer className="mt-auto bg-footer text-on-footer print:hidden">
      <div className="page-width pb-8 pt-14">
        <div className="grid grid-cols-2 gap-x-6 gap-y-8 lg:grid-cols-[1.4fr_1fr_1fr_1fr_1.4fr]">
          <div className="col-span-2 lg:col-span-1">
            <BrandLink onDark />
            <p className="mt-4 text-body-2 text-on-footer-2">{t("claim")}</p>
          </div>
          <Column title={t("column.exchange")} links={exchangeLinks} />
          <Column title={t("column.company")} links={companyLinks} />
          <Column title={t("column.legal")} links={legalLinks} />
          <div className="col-span-2 lg:col-span-1">
            <h2 className="text-caption text-on-footer-2">{t("column.support")}</h2>
            {site && (
              <a
                href={`mailto:${site.supportEmail}`}
                className="mt-2 inline-block break-all py-1 text-body-2 underline decoration-1 underline-offset-4"
              >
                {site.supportEmail}
              </a>
            )}
            <p className="mt-1 text-small text-on-footer-2">{t("supportNote")}</p>
          </div>
        </div>
        <hr className="mt-10 border-t border-current opacity-20" />
        <div className="mt-5 flex flex-wrap items-center justify-between gap-4 text-small text-on-footer-2">
          <span>{site && `© ${site.year} ${site.brand}`}</span>
          <FollowDevice />
        </div>
      </div>
    </footer>
  );
}

function Column({ title, links }: { title: string; links: readonly NavigationLink[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="text-caption text-on-footer-2">{title}</h2>
      <ul className="mt-2">
        {links.map((link) => (
          <li key={link.name}>
            <SiteLink link={link} className="inline-block py-1 text-body-2 hover:underline" />
          </li>
        ))}
      </ul>
    </nav>
  );
}
