import { createHash } from "node:crypto";
import { cookieSeconds } from "../settings/cookie-lifetimes.ts";
import type { Statistics } from "../settings/statistics.ts";

export const consentCookieName = "consent";
/** The day of the text that asks; a new text asks again. */
const textVersion = "2026-11-28";

/**
 * What a visitor has answered about statistics. `ask`: nothing yet. `signal`: the browser sends Global Privacy Control,
 * which is a No that we need not ask about.
 */
export type Consent = { answer: "ask" | "yes" | "no" | "signal"; at: Date | null };

/** What was agreed to: the text and the services. With another one everybody is asked again. */
export function consentVersion(statistics: readonly Statistics[]): string {
  const services = statistics.map(({ kind, id, origin }) => `${kind} ${id} ${origin}`).join("\n");
  return `${textVersion}-${createHash("sha256").update(services).digest("hex").slice(0, 8)}`;
}

export function consentCookie(answer: "yes" | "no", version: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  const value = `${answer}.${version}.${seconds}`;
  return `${consentCookieName}=${value}; Max-Age=${cookieSeconds.consent}; Path=/; SameSite=Lax; HttpOnly`;
}

/** Reads the answer from the request's headers; undefined headers are absent. */
export function consentOf(cookies: string | undefined, privacySignal: string | undefined, version: string): Consent {
  if (privacySignal === "1") return { answer: "signal", at: null };
  const match = /(?:^|;\s*)consent=(yes|no)\.([\w-]{1,40})\.(\d{1,12})(?:;|$)/.exec(cookies ?? "");
  const [, answer, answeredVersion, seconds] = match ?? [];
  if (answeredVersion !== version || (answer !== "yes" && answer !== "no")) return { answer: "ask", at: null };
  return { answer, at: new Date(Number(seconds) * 1000) };
}
