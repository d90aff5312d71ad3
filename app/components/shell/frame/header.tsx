import { useTranslation } from "../../../i18n/translation.ts";
import { classNames } from "../../../ui/class-names.ts";
import { ChevronDown } from "../../../ui/icons/icons.tsx";
import { AccountLinks, PhoneAccountLinks } from "./account-links.tsx";
import { BrandLink } from "./brand.tsx";
import { exchangeLinks, mainLinks } from "./navigation.ts";
import { PhoneMenu } from "./phone-menu.tsx";
import { LanguageSwitch, ThemeSwitch } from "./preferences.tsx";
import { SiteLink } from "./site-link.tsx";

const topLink =
  "inline-flex min-h-9 items-center rounded-sm px-2 text-body-2 font-medium text-ink-2 hover:text-ink aria-[current=page]:text-ink";
const menuLink = "menu-item";

/** `plain`: without links, where nothing should lead away. */
export function Header({ plain = false }: { plain?: boolean }) {
  return (
    <header className="page-width relative flex min-h-[72px] flex-wrap items-center gap-1 sm:gap-3 py-2 print:hidden">
      <BrandLink />
      {!plain && <DesktopNavigation />}
      <div className="ml-auto flex flex-wrap items-center justify-end gap-1">
        <LanguageSwitch />
        <ThemeSwitch />
        {!plain && <AccountLinks />}
        {!plain && <Phone />}
      </div>
    </header>
  );
}

function Phone() {
  return (
    <PhoneMenu className="lg:hidden" after={<PhoneAccountLinks />}>
      {[...exchangeLinks, ...mainLinks].map((link) => (
        <li key={link.name}>
          <SiteLink link={link} className={menuLink} />
        </li>
      ))}
    </PhoneMenu>
  );
}

function DesktopNavigation() {
  const { t } = useTranslation("shell");
  return (
    <nav aria-label={t("navigation")} className="ml-8 hidden items-center gap-2 lg:flex">
      <details className="group relative">
        <summary className={classNames(topLink, "gap-1")}>
          {t("link.exchange")}
          <ChevronDown size={16} className="group-open:rotate-180" />
        </summary>
        <ul className="absolute left-0 top-full z-20 mt-1 w-60 rounded-note border border-line bg-surface p-1.5 shadow-e2">
          {exchangeLinks.map((link) => (
            <li key={link.name}>
              <SiteLink link={link} className={menuLink} />
            </li>
          ))}
        </ul>
      </details>
      {mainLinks.map((link) => (
        <SiteLink key={link.name} link={link} className={topLink} />
      ))}
    </nav>
  );
}
