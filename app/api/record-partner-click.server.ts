import { call } from "./call.server.ts";
import { destination, send } from "./transport.server.ts";

const patienceMs = 3000;
const site = {
  lang: "en",
  bearer: null,
  isLocal: false,
  clientAgent: null,
  requestId: "partner-click",
} as const;

/** Counts a visit through a partner's link. One that is lost is not repeated: the order names the partner by itself. */
export async function recordPartnerClick(code: string, clientAddress: string | null): Promise<void> {
  await call("affiliateClick", { body: { code } }, { ...site, clientAddress }, destination, send, patienceMs);
}
