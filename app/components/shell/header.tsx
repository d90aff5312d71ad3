import ChevronDown from "lucide-react/icons/chevron-down";
import Menu from "lucide-react/icons/menu";
import X from "lucide-react/icons/x";
import { useTranslation } from "react-i18next";
import { useHref } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/button-class.ts";
import { classNames } from "../../ui/class-names.ts";
import { BrandLink } from "./brand.tsx";
import { exchangeLinks, mainLinks } from "./navigation.ts";
import { LanguageSwitch, ThemeSwitch } from "./preferences.tsx";
import { SiteLink } from "./site-link.tsx";

const topLink =
  "inline-flex min-h-9 items-center rounded-sm px-2 text-body-2 font-medium text-ink-2 hover:text-ink aria-[current=page]:text-ink";
const menuLink =
  "flex min-h-11 items-center rounded-sm px-3 text-body-2 text-ink hover:bg-inset aria-[current=page]:font-semibold";

export function Header() {
  return (
    <header className="page-width relative flex min-h-[72px] items-center gap-1 sm:gap-3 py-2 print:hidden">
      <BrandLink />
      <DesktopNavigation />
      <div className="ml-auto flex items-center gap-1">
        <LanguageSwitch />
        <ThemeSwitch />
        <AccountLinks className="ml-2 hidden items-center gap-3 lg:flex" />
        <PhoneMenu />
      </div>
    </header>
  );
}

function DesktopNavigation() {
  const { t } = useTranslation("shell");
  return (
    <nav aria-label={t("navigation")} className="ml-8 hidden items-center gap-2 lg:flex">
      <details className="group relative">
        <summary className={classNames(topLink, "gap-1")}>
          {t("link.exchange")}
          <ChevronDown size={16} aria-hidden="true" className="group-open:rotate-180" />
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

function AccountLinks({ className }: { className: string }) {
  const { t } = useTranslation("shell");
  const href = useHref();
  return (
    <div className={className}>
      <a href={href("/sign-in")} className="rounded-sm px-2 py-1.5 text-body-2 font-semibold text-link hover:underline">
        {t("link.signIn")}
      </a>
      <a href={href("/sign-up")} className={`${buttonClass({})} whitespace-nowrap lg:max-[999px]:hidden`}>
        {t("link.signUp")}
      </a>
    </div>
  );
}

/** Opens without a script; covers the page's width under the header. */
function PhoneMenu() {
  const { t } = useTranslation("shell");
  return (
    <details className="group lg:hidden">
      <summary aria-label={t("menu")} className="grid size-11 place-items-center rounded text-ink hover:bg-inset">
        <Menu size={22} aria-hidden="true" className="group-open:hidden" />
        <X size={22} aria-hidden="true" className="hidden group-open:block" />
      </summary>
      <nav
        aria-label={t("menu")}
        className="absolute inset-x-0 top-full z-20 border-y border-line bg-surface px-4 py-3 shadow-e2"
      >
        <ul>
          {[...exchangeLinks, ...mainLinks].map((link) => (
            <li key={link.name}>
              <SiteLink link={link} className={menuLink} />
            </li>
          ))}
        </ul>
        <AccountLinks className="mt-3 flex items-center justify-between border-t border-line pt-3" />
      </nav>
    </details>
  );
}
