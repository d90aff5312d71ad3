import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

/** Everything around a page. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation("shell");
  return (
    <>
      <a className="skip-link" href="#main">
        {t("skip")}
      </a>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}
