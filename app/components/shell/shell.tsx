import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/translation.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { Main } from "./main.tsx";
import { MaintenanceBand } from "./maintenance-band.tsx";
import { useMember } from "./member.ts";
import { MemberFrame } from "./member-frame.tsx";
import { useSite } from "./site.ts";
import { TestBand } from "./test-band.tsx";

/** Everything around a page. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation("shell");
  const member = useMember();
  const path = useSite()?.path ?? "";
  // A guest never sees a page below it, only its errors.
  const inside = member !== null && /^\/dashboard(\/|$)/.test(path);
  return (
    <div className="flex min-h-dvh flex-col">
      <a className="skip-link" href="#main">
        {t("skip")}
      </a>
      <TestBand />
      <MaintenanceBand />
      {inside ? (
        <MemberFrame member={member}>{children}</MemberFrame>
      ) : (
        <>
          <Header />
          <Main>{children}</Main>
          <Footer />
        </>
      )}
    </div>
  );
}
