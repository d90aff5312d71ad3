import { z } from "zod/v4";
import { boundedText } from "../../api/bounded-text.server.ts";
import { type Breaker, createBreaker } from "../../api/breaker.ts";
import { GoogleFault } from "./google-reason.ts";

const reply = z.object({ access_token: z.string(), id_token: z.string().max(8192) });
export type GoogleTokens = z.infer<typeof reply>;

/** Timeout of the token request, and the circuit breaker that pauses requests after failures. */
export type ExchangeLimits = { timeoutMs: number; breaker: Breaker };

/** A page has 2.5 seconds in total, and the service needs the rest. */
const siteLimits: ExchangeLimits = { timeoutMs: 1800, breaker: createBreaker({ failures: 5, pauseMs: 2000 }) };

/**
 * Exchanges the code of a callback for tokens. Throws `refused` when Google rejects the code, and `unreachable` on a
 * timeout or an invalid response; a circuit breaker then pauses requests.
 */
export async function exchangeCode(
  url: string,
  form: URLSearchParams,
  { timeoutMs, breaker } = siteLimits,
): Promise<GoogleTokens> {
  if (!breaker.admits(performance.now())) throw new GoogleFault("unreachable");
  const tokens = await postForm(url, form, timeoutMs).catch(() => null);
  if (tokens === null) {
    breaker.failed(performance.now());
    throw new GoogleFault("unreachable");
  }
  breaker.answered();
  if (tokens === "refused") throw new GoogleFault("refused");
  return tokens;
}

/** Null or an exception means an invalid response. */
async function postForm(
  url: string,
  body: URLSearchParams,
  timeoutMs: number,
): Promise<GoogleTokens | "refused" | null> {
  const signal = AbortSignal.timeout(timeoutMs);
  // The form contains the secret: it is sent to the configured address only, without redirects.
  const response = await fetch(url, { method: "POST", body, signal, redirect: "error" });
  const text = await boundedText(response);
  if (response.status === 400 || response.status === 401) return "refused";
  return response.ok ? (reply.safeParse(JSON.parse(text)).data ?? null) : null;
}
