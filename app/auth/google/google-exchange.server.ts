import { z } from "zod/v4";
import { boundedText } from "../../api/bounded-text.server.ts";
import { type Breaker, createBreaker } from "../../api/breaker.ts";
import { GoogleFault } from "./google-reason.ts";

const reply = z.object({ access_token: z.string(), id_token: z.string().max(8192) });
export type GoogleTokens = z.infer<typeof reply>;

/** How long Google may take to give tokens for a code, and when it is given up for a moment. */
export type ExchangeLimits = { withinMs: number; breaker: Breaker };

/** A page has two and a half seconds in all, and the service needs the rest of them. */
const siteLimits: ExchangeLimits = { withinMs: 1800, breaker: createBreaker({ failures: 5, pauseMs: 2000 }) };

/**
 * Gives the code of a callback for tokens. Throws `refused` when Google does not take the code, `unreachable` when it
 * does not answer within `withinMs` or makes no sense; then it is not asked at all for a moment.
 */
export async function exchangeCode(
  url: string,
  form: URLSearchParams,
  { withinMs, breaker } = siteLimits,
): Promise<GoogleTokens> {
  if (!breaker.admits(performance.now())) throw new GoogleFault("unreachable");
  const answer = await ask(url, form, withinMs).catch(() => null);
  if (answer === null) {
    breaker.failed(performance.now());
    throw new GoogleFault("unreachable");
  }
  breaker.answered();
  if (answer === "refused") throw new GoogleFault("refused");
  return answer;
}

/** Null, or a throw, stands for no sensible answer. */
async function ask(url: string, body: URLSearchParams, withinMs: number): Promise<GoogleTokens | "refused" | null> {
  const signal = AbortSignal.timeout(withinMs);
  // The form holds the secret: it goes to the configured address and nowhere else.
  const response = await fetch(url, { method: "POST", body, signal, redirect: "error" });
  const text = await boundedText(response);
  if (response.status === 400 || response.status === 401) return "refused";
  return response.ok ? (reply.safeParse(JSON.parse(text)).data ?? null) : null;
}
