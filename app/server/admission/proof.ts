import { type EarnedCredentials, earnedCredentials } from "../../../contract/networks/earned-credentials.ts";
import { splitPath } from "../../i18n/languages.ts";
import { type FrontRequest, headerOf } from "../front-request.ts";
import { isApiPath } from "../steps/origin.ts";

/** Whether whoever sends the request has shown that it is about something of theirs. What is only sent proves nothing. */
export type Proof = (request: FrontRequest) => boolean | Promise<boolean>;

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
  return (request) => {
    if (!isApiPath(request.path))
      return byCookies(headerOf(request, "cookie") ?? null, splitPath(request.path).path, request.facts.receivedAt);
    const credential = credentialOf(request);
    if (credential === null) return false;
    if (tellingCalls.test(request.path)) learnFrom(request, credential, earned);
    return earned.has(credential);
  };
}

function credentialOf(request: FrontRequest): string | null {
  const { clientAddress } = request.facts;
  if (webhooks.test(request.path)) return clientAddress === null ? null : `gateway ${clientAddress}`;
  const [bearer, tokens] = [headerOf(request, "authorization"), headerOf(request, "order-token")];
  return bearer === undefined && tokens === undefined ? null : `${bearer ?? ""} ${tokens ?? ""}`;
}

function learnFrom({ outgoing }: FrontRequest, credential: string, earned: EarnedCredentials): void {
  outgoing.once("finish", () => {
    const { statusCode } = outgoing;
    if (statusCode < 300) earned.learn(credential, true);
    else if (statusCode === 401 || statusCode === 404) earned.learn(credential, false);
  });
}
