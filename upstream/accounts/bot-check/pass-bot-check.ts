import type { BotCheckAction } from "../../../contract/bot-check/actions.ts";
import type { BotCheckProof } from "../../../contract/bot-check/bot-check.ts";
import type { Tx } from "../../db/database.ts";
import type { Context } from "../../ports/context.ts";
import { isRefusal, type Refusal, refuse } from "../../shared/rules/refusal.ts";
import type { ClientOrigin } from "../client-origin.ts";
import { checkCode, consumeCode } from "../sign-in/email-codes.ts";
import { sessionOf } from "../sign-in/sessions.ts";
import { verifyToken } from "./altcha.ts";
import { countUncheckedEmail } from "./check-code.ts";
import type { CheckResult } from "./check-result.ts";
import { siteverify } from "./siteverify.ts";
import { consumeOnce, hasPassed, rememberOrder } from "./used-checks.ts";

type CheckContext = Pick<Context, "db" | "env" | "log">;

type Checked = {
  action: BotCheckAction;
  /** The address that the call names: a code counts only for the one it was sent to. */
  email: string;
  proof: BotCheckProof;
  bearer: string | null;
  now: Date;
};

/**
 * Refuses a call that no person seems to have made; undefined when it may go on. A solved check and a code are used up
 * here, each once. Members need neither. Fails closed: `captcha_unavailable` while the provider does not answer.
 */
export function passBotCheck(ctx: CheckContext, call: Checked): Promise<Refusal | undefined> {
  return pass(ctx, call, async () => {});
}

/** The same for an order, whose customer is asked once. `onCode`: in the transaction that uses an emailed code. */
export async function passOrderCheck(
  ctx: CheckContext,
  ref: string,
  { onCode, ...call }: Omit<Checked, "action"> & { onCode: (tx: Tx) => Promise<void> },
): Promise<Refusal | undefined> {
  const { now } = call;
  if (await hasPassed(ctx, ref, now)) return undefined;
  const refusal = await pass(ctx, { ...call, action: "order" }, async (tx, by) => {
    await rememberOrder(tx, ref, now);
    if (by === "code") await onCode(tx);
  });
  // The same form sent twice: the other request was first, with the same check.
  return refusal && (await hasPassed(ctx, ref, now)) ? undefined : refusal;
}

/**
 * The same for a call that only emails a code of its own, which is the check of a customer who could not solve one:
 * without a token such emails are limited instead.
 */
export async function passEmailCheck(
  ctx: CheckContext,
  { origin, ...call }: Checked & { origin: ClientOrigin },
): Promise<Refusal | undefined> {
  if (call.proof.captcha_token || ctx.env.BOT_CHECK === "off") return passBotCheck(ctx, call);
  return countUncheckedEmail(ctx, origin, call.now);
}

async function pass(
  ctx: CheckContext,
  { action, email, proof, bearer, now }: Checked,
  onPassed: (tx: Tx, by: "code" | "check") => Promise<void>,
): Promise<Refusal | undefined> {
  if (ctx.env.BOT_CHECK === "off" || (await sessionOf(ctx, bearer, now))) return undefined;
  if (proof.email_code) {
    const attempt = { purpose: "bot_check", id: proof.email_challenge_id ?? "", typed: proof.email_code } as const;
    const code = await checkCode(ctx, { ...attempt, email, action, now });
    if (isRefusal(code)) return code;
    return ctx.db.transaction(async (tx) => {
      const used = await consumeCode(tx, code, now);
      if (!used) await onPassed(tx, "code");
      return used;
    });
  }
  if (!proof.captcha_token) return failed("required");
  const result = await verdictOn(ctx, proof.captcha_token, action, now);
  if (result.status === "unavailable") return refuse("captcha_unavailable");
  if (result.status === "rejected") return failed("invalid");
  const isFirst = await ctx.db.transaction(async (tx) => {
    const first = await consumeOnce(tx, result);
    if (first) await onPassed(tx, "check");
    return first;
  });
  return isFirst ? undefined : failed("invalid");
}

function verdictOn(ctx: CheckContext, token: string, action: BotCheckAction, now: Date): Promise<CheckResult> {
  const { BOT_CHECK: provider, ACCOUNT_SECRETS: secrets } = ctx.env;
  if (provider === "altcha" || provider === "off") return verifyToken({ secrets, token, action, now });
  return siteverify(ctx, { provider, token, action, now });
}

const failed = (code: "required" | "invalid") =>
  refuse("captcha_failed", { errors: [{ pointer: "/captcha_token", code }] });
