import { env } from "../settings/env.server.ts";
import { type Consent, consentOf, consentVersion } from "./consent.ts";

/** What needs a visitor's consent. Nothing by default, and then nobody is asked. */
export const { STATISTICS: statistics } = env;

export const consentText = consentVersion(statistics);

/** What this visitor has answered; null where there is nothing to ask about. */
export function consentOfRequest(request: Request): (Consent & { statistics: typeof statistics }) | null {
  if (statistics.length === 0) return null;
  const { headers } = request;
  const consent = consentOf(headers.get("Cookie") ?? undefined, headers.get("Sec-GPC") ?? undefined, consentText);
  return { ...consent, statistics };
}
