import { type ReactNode, useState } from "react";
import { useTranslation } from "../../../i18n/translation.ts";
import { useSite } from "../../../site/site.ts";
import { ServerHtml } from "../../../ui/server-html.tsx";
import { MaintenanceBanner } from "../banners/maintenance-banner.tsx";
import { TestModeBanner } from "../banners/test-mode-banner.tsx";
import { ConsentBanner } from "../consent/consent-banner.tsx";
import { PartnerQuestion } from "../consent/partner-question.tsx";
import { useMember } from "../member.ts";
import { BriefFooter } from "./brief-footer.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { Main } from "./main.tsx";
import { MemberFrame } from "./member-frame.tsx";
import { SupportFooter } from "./support-footer.tsx";

/** The dashboard, of which guests see only errors, and the steps between a new order and its payment. */
const memberPages = /^\/(dashboard(\/|$)|order\/[^/]+\/(details|confirm)$)/;

/** Everything around a page. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation("shell");
  const member = useMember();
  const path = useSite()?.path ?? "";
  // A visitor who signs in on a page keeps its frame, and with it what they typed, until the next page.
  const [cameAsMember] = useState(member !== null);
  const inside = cameAsMember && member !== null && memberPages.test(path);
  return (
    <div className="flex min-h-dvh flex-col">
      <a className="skip-link" href="#main">
        {t("skip")}
      </a>
      <ServerHtml name="test-band">{import.meta.env.SSR && <TestModeBanner />}</ServerHtml>
      <MaintenanceBanner />
      {inside ? (
        <MemberFrame member={member}>{children}</MemberFrame>
      ) : (
        <>
          <ServerHtml name="header">
            {import.meta.env.SSR && (
              <>
                <Header plain={path === "/stopped"} />
                <PartnerQuestion />
                <ConsentBanner />
              </>
            )}
          </ServerHtml>
          <Main>{children}</Main>
          <ServerHtml name="footer">{import.meta.env.SSR && <FooterOf path={path} />}</ServerHtml>
        </>
      )}
    </div>
  );
}

function FooterOf({ path }: { path: string }) {
  if (path === "/stopped") return <SupportFooter />;
  return path.startsWith("/order/") ? <BriefFooter /> : <Footer />;
}
