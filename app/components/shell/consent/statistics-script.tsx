import { isPrivatePath } from "../../../http/paths/page-rules.ts";
import { useNonce } from "../browser/nonce.ts";
import { useSite } from "../site.ts";
import { useConsent } from "./consent.ts";

/** Loads the configured statistics, for a visitor who agreed, on public pages only. */
export function StatisticsScript() {
  const site = useSite();
  const consent = useConsent();
  const nonce = useNonce();
  if (!site || consent?.answer !== "yes" || isPrivatePath(site.path)) return null;
  const services = consent.statistics.map(({ kind, id, origin }) => ({ kind, id, origin }));
  return <script nonce={nonce} src="/scripts/statistics.v1.js" data-services={JSON.stringify(services)} />;
}
