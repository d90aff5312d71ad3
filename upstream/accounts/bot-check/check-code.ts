import type { BotCheckAction } from "../../../contract/bot-check/actions.ts";
import { networksOf } from "../../../contract/networks/networks.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import type { Context } from "../../ports/context.ts";
import { readEmail } from "../../shared/rules/fields/email.ts";
import { type Refusal, refuseFields } from "../../shared/rules/refusal.ts";
import type { ClientOrigin } from "../client-origin.ts";
import { consumeAttempt } from "../sign-in/attempts.ts";
import type { EmailCode } from "../sign-in/email-codes.ts";
import { sendCode } from "../sign-in/send-code.ts";

/** Emails an hour that one network may cause without a solved check. */
const perNetwork = { attempts: 5, seconds: 3600 };

/** What the network above a visitor's may have of those of everybody: the owner of many addresses leaves the others their part. */
const shareAbove = 5;

/**
 * Counts an email that is sent to a typed address without a solved check: few for one network, a fifth for the network above it, and
 * few for everybody together, so that programs with many addresses of their own cannot send more. Counted in the database, for all
 * processes.
 */
export async function countUncheckedEmail(
  ctx: Pick<Context, "db" | "env">,
  origin: ClientOrigin,
  now: Date,
): Promise<Refusal | undefined> {
  const total = { attempts: ctx.env.BOT_CHECK_EMAILS_PER_HOUR, seconds: 3600 };
  const perAbove = { ...total, attempts: Math.ceil(total.attempts / shareAbove) };
  const { above } = networksOf(origin.address);
  return (
    (await consumeAttempt(ctx, `unchecked-email:${origin.network}`, perNetwork, now)) ??
    (await consumeAttempt(ctx, `unchecked-email above:${above}`, perAbove, now)) ??
    consumeAttempt(ctx, "unchecked-email", total, now)
  );
}

type CodeRequest = { action: BotCheckAction; email: string; language: Lang; origin: ClientOrigin; now: Date };

/** Emails a code that is accepted instead of a solved check, for this action and address. */
export async function requestCheckCode(
  ctx: Pick<Context, "db" | "env" | "ids" | "jobs">,
  { email: typed, ...request }: CodeRequest,
): Promise<EmailCode | Refusal> {
  const email = readEmail(typed);
  if (!email) return refuseFields({ pointer: "/email", code: typed === "" ? "required" : "email_format" });
  const excess = await countUncheckedEmail(ctx, request.origin, request.now);
  if (excess) return excess;
  const code = { ...request, email, purpose: "bot_check", memberId: null, partner: null } as const;
  return sendCode(ctx, code, () => ({ kind: "bot_check_code" }));
}
