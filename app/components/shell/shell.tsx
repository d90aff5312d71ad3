import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { MaintenanceBand } from "./maintenance-band.tsx";
import { TestBand } from "./test-band.tsx";

/** Everything around a page. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation("shell");
  return (
    <div className="flex min-h-dvh flex-col">
      <a className="skip-link" href="#main">
        {t("skip")}
      </a>
      <TestBand />
      <MaintenanceBand />
      <Header />
      {/* The skip link puts the focus here; nobody tabs to it. */}
      <main id="main" tabIndex={-1} className="outline-none">
        {children}
      </main>
      <Footer />
    </div>
  );
}
