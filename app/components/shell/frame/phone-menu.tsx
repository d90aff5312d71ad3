import { useTranslation } from "../../../i18n/translation.ts";
import { useHref } from "../../../i18n/use-lang.ts";
import { LifeBuoy, MailCheck, Menu, X } from "../../../ui/icons/icons.tsx";
import { SignOutButton } from "./sign-out-button.tsx";

/** What the members' bottom bar has no room for. Works without scripts. */
export function PhoneMenu() {
  const { t } = useTranslation("shell");
  const href = useHref();
  const entry = "menu-item w-full gap-3 text-left";
  return (
    <details className="group">
      <summary aria-label={t("menu")} className="grid size-11 place-items-center rounded text-ink hover:bg-inset">
        <Menu size={22} className="group-open:hidden" />
        <X size={22} className="hidden group-open:block" />
      </summary>
      <nav
        aria-label={t("menu")}
        className="absolute inset-x-0 top-full z-20 border-y border-line bg-surface px-4 py-3 shadow-e2"
      >
        <ul>
          <li>
            <a href={href("/dashboard/support")} className={entry}>
              <MailCheck size={20} className="shrink-0" />
              {t("member.support")}
            </a>
          </li>
          <li>
            <a href={href("/legal/faq")} className={entry}>
              <LifeBuoy size={20} className="shrink-0" />
              {t("link.help")}
            </a>
          </li>
          <li>
            <SignOutButton className={entry} />
          </li>
        </ul>
      </nav>
    </details>
  );
}
