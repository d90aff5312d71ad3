import { type EarnedCredentials, earnedCredentials } from "../../../contract/networks/earned-credentials.ts";
import { splitPath } from "../../i18n/languages.ts";
import { isApiPath } from "../steps/origin.ts";
import { headerOf, type Visit } from "../visit.ts";

/** Whether whoever sends the request has shown that it is about something of theirs. What is only sent proves nothing. */
export type Proof = (visit: Visit) => boolean | Promise<boolean>;

/** Of a browser, by its Cookie header and the path without language. */
type CookieProof = (cookies: string | null, path: string, now: Date) => boolean | Promise<boolean>;

/** Their answers show whether the credentials are real. Other calls ignore a token that opens nothing. */
const tellingCalls =
  /^\/api\/v1\/(exchange\/(step-two|step-three|execute|process|cancel|expire|track)|receipts\/|orders\/push|member\/|balance|withdrawals|gateways\/|sandbox\/events)/;
const webhooks = /^\/api\/v1\/gateways\/[^/]+\/webhook$/;

/**
 * A browser proves itself by cookies that we have sealed; a caller of the API by a token or session that has opened
 * something before, and a gateway by the address from which it has sent an event with a valid signature.
 */
export function proofOf(byCookies: CookieProof, elapsedMs: () => number): Proof {
  const earned = earnedCredentials(elapsedMs);
  return (visit) => {
    if (!isApiPath(visit.path))
      return byCookies(headerOf(visit, "cookie") ?? null, splitPath(visit.path).path, visit.facts.receivedAt);
    const credential = credentialOf(visit);
    if (credential === null) return false;
    if (tellingCalls.test(visit.path)) learnFrom(visit, credential, earned);
    return earned.has(credential);
  };
}

function credentialOf(visit: Visit): string | null {
  const { clientAddress } = visit.facts;
  if (webhooks.test(visit.path)) return clientAddress === null ? null : `gateway ${clientAddress}`;
  const [bearer, tokens] = [headerOf(visit, "authorization"), headerOf(visit, "order-token")];
  return bearer === undefined && tokens === undefined ? null : `${bearer ?? ""} ${tokens ?? ""}`;
}

function learnFrom({ outgoing }: Visit, credential: string, earned: EarnedCredentials): void {
  outgoing.once("finish", () => {
    const { statusCode } = outgoing;
    if (statusCode < 300) earned.learn(credential, true);
    else if (statusCode === 401 || statusCode === 404) earned.learn(credential, false);
  });
}
