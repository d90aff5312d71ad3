import { isPrivatePath } from "../../../http/paths/page-rules.ts";
import { useSite } from "../../../site/site.ts";
import { useIsHydrated } from "../browser/browser-start.tsx";
import { useNonce } from "../browser/nonce.ts";
import { useConsent } from "./consent.ts";

/** Loads the configured statistics, for a visitor who agreed, on public pages only, and not where a chat was opened. */
export function StatisticsScript() {
  const site = useSite();
  const consent = useConsent();
  const nonce = useNonce();
  const isHydrated = useIsHydrated();
  if (!site || consent?.answer !== "yes" || consent.hasChat || isPrivatePath(site.path)) return null;
  const services = consent.statistics.map(({ kind, id, origin }) => ({ kind, id, origin }));
  return (
    <script
      nonce={nonce}
      src="/scripts/statistics.v2.js"
      data-services={JSON.stringify(services)}
      data-after-hydration={isHydrated ? "" : undefined}
    />
  );
}
