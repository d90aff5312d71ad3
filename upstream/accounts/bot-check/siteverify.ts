import { z } from "zod/v4";
import type { BotCheckAction, BotCheckProvider } from "../../../contract/bot-check/actions.ts";
import type { Context } from "../../ports/context.ts";
import type { CheckResult } from "./check-result.ts";

/** Providers whose verdict is asked for; all speak the same protocol. */
type Company = Exclude<BotCheckProvider, "altcha" | "off">;

const addresses: Record<Company, string> = {
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
  hcaptcha: "https://api.hcaptcha.com/siteverify",
  recaptcha: "https://www.google.com/recaptcha/api/siteverify",
};

/** The page that waits for it has 2.5 seconds for everything. */
const withinMs = 1500;
const longestAnswer = 16 * 1024;
/** None of them accepts its own token for longer. */
const tokenSeconds = 300;

const responseSchema = z.object({
  success: z.boolean(),
  hostname: z.string().nullish(),
  action: z.string().nullish(),
  "error-codes": z.array(z.string()).nullish(),
});

/** What a bad token causes; any other error is about our settings or theirs. */
const aboutToken = new Set([
  "missing-input-response",
  "invalid-input-response",
  "timeout-or-duplicate",
  "invalid-or-already-seen-response",
  "already-seen-response",
  "expired-input-response",
]);

type Question = { provider: Company; token: string; action: BotCheckAction; now: Date };

/**
 * The provider's verdict. It must be about this site's host and, where the provider reports it, about this action:
 * Turnstile always does. The visitor's address is not sent.
 */
export async function siteverify(
  { env, log }: Pick<Context, "env" | "log">,
  { provider, token, action, now }: Question,
): Promise<CheckResult> {
  const verdict = await ask(addresses[provider], env.BOT_CHECK_SECRET ?? "", token);
  if (verdict === null) {
    log.warn({ provider }, "the bot check's provider does not answer");
    return { status: "unavailable" };
  }
  const errors = verdict["error-codes"] ?? [];
  if (!verdict.success) {
    if (errors.length > 0 && errors.every((code) => aboutToken.has(code))) return { status: "rejected" };
    log.error({ provider, errors }, "the bot check's provider refuses our request");
    return { status: "unavailable" };
  }
  const isOurs = verdict.hostname === new URL(env.PUBLIC_ORIGIN).hostname;
  const reportsAction = provider === "turnstile" || Boolean(verdict.action);
  if (!isOurs || (reportsAction && verdict.action !== action)) {
    log.warn({ provider, hostname: verdict.hostname, action: verdict.action }, "a bot check was solved elsewhere");
    return { status: "rejected" };
  }
  return { status: "passed", key: `${provider}:${token}`, until: new Date(now.getTime() + tokenSeconds * 1000) };
}

/** Null for no answer in time, an error of the server, and anything that is not the protocol. */
async function ask(url: string, secret: string, token: string): Promise<z.output<typeof responseSchema> | null> {
  try {
    const response = await fetch(url, {
      method: "POST",
      body: new URLSearchParams({ secret, response: token }),
      redirect: "error",
      signal: AbortSignal.timeout(withinMs),
    });
    if (!response.ok) {
      await response.body?.cancel();
      return null;
    }
    return responseSchema.parse(JSON.parse(await boundedText(response)));
  } catch {
    return null;
  }
}

async function boundedText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.length;
    if (size > longestAnswer) throw new Error("The answer is too long");
    parts.push(read.value);
  }
  return Buffer.concat(parts).toString("utf8");
}
