import type { ReactNode } from "react";
import { useTranslation } from "../../../i18n/translation.ts";
import { Menu, X } from "../../../ui/icons/icons.tsx";

type PhoneMenuProps = {
  className?: string;
  /** What follows the list. */
  after?: ReactNode;
  /** The entries, `li` each. */
  children: ReactNode;
};

/** Works without scripts; covers the page's width under the header. */
export function PhoneMenu({ className = "", after, children }: PhoneMenuProps) {
  const { t } = useTranslation("shell");
  return (
    <details className={`group ${className}`}>
      <summary aria-label={t("menu")} className="grid size-11 place-items-center rounded text-ink hover:bg-inset">
        <Menu size={22} className="group-open:hidden" />
        <X size={22} className="hidden group-open:block" />
      </summary>
      <nav
        aria-label={t("menu")}
        className="absolute inset-x-0 top-full z-20 border-y border-line bg-surface px-4 py-3 shadow-e2"
      >
        <ul>{children}</ul>
        {after}
      </nav>
    </details>
  );
}
