import { cookieSeconds } from "../settings/cookie-lifetimes.ts";

export const partnerAnswerCookieName = "partner-answer";
/** The day of the text that asks; a new text asks again. */
const textVersion = "2026-11-28";
/** The text as the record of answers names it. */
export const partnerQuestionText = `partner-${textVersion}`;

/**
 * Whether the partner who sent this visitor may be remembered. `ask`: no answer yet, which counts as a No. `signal`: the
 * browser sends Global Privacy Control, which is a No that we need not ask about.
 */
export type PartnerAnswer = "ask" | "yes" | "no" | "signal";

/** The Set-Cookie header of an answer. A Yes ends with what it allows, so that a link opened later is asked about anew. */
export function partnerAnswerCookie(answer: "yes" | "no"): string {
  const seconds = answer === "yes" ? cookieSeconds.partner : cookieSeconds.consent;
  return `${partnerAnswerCookieName}=${answer}.${textVersion}; Max-Age=${seconds}; Path=/; SameSite=Lax; HttpOnly`;
}

/** Reads the answer from the request's headers. */
export function partnerAnswerOf({ headers }: Pick<Request, "headers">): PartnerAnswer {
  if (headers.get("Sec-GPC") === "1") return "signal";
  const [, answer, version] =
    /(?:^|;\s*)partner-answer=(yes|no)\.([\d-]{10})(?:;|$)/.exec(headers.get("Cookie") ?? "") ?? [];
  return version === textVersion && (answer === "yes" || answer === "no") ? answer : "ask";
}
