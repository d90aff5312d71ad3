import { networksOf } from "../../../contract/networks/networks.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import type { Context } from "../../ports/context.ts";
import { readEmail } from "../../shared/rules/fields/email.ts";
import { isRefusal, type Refusal, refuse, refuseFields } from "../../shared/rules/refusal.ts";
import type { ClientOrigin } from "../client-origin.ts";
import { applyEffect } from "../effects/apply-effect.ts";
import { memberByEmail } from "../members.ts";
import { passwordFault } from "../security/password-rules.ts";
import { hashPassword } from "../security/passwords.ts";
import { checkSecondFactor } from "../security/second-factor.ts";
import { type SecurityChange, securityChangeOf } from "../security/security-change.ts";
import { resetAttempts, signInKeys } from "./attempts.ts";
import { checkCode, type EmailCode, refundAttempt } from "./email-codes.ts";
import { sendCode } from "./send-code.ts";

type Accounts = Pick<Context, "db" | "env" | "ids" | "jobs" | "policy">;
type ResetRequest = { email: string; language: Lang; origin: ClientOrigin; now: Date };

/** Emails a code to reset the password. An address without an account takes the same work and gets no email. */
export async function requestReset(ctx: Accounts, request: ResetRequest): Promise<EmailCode | Refusal> {
  const email = readEmail(request.email);
  if (!email) return refuseFields({ pointer: "/email", code: request.email === "" ? "required" : "email_format" });
  const codeRequest = { ...request, email, purpose: "reset", memberId: null, partner: null } as const;
  return sendCode(ctx, codeRequest, (hasAccount) => ({ kind: "reset_code", isDecoy: !hasAccount }));
}

export type Reset = {
  challengeId: string;
  email: string;
  code: string;
  password: string;
  secondFactor: string | null;
  origin: ClientOrigin;
  now: Date;
};

/**
 * Sets a new password with an emailed code. A member with an authenticator needs its code too, in case the mailbox was
 * broken into. Ends all sessions.
 */
export async function resetPassword(ctx: Accounts, input: Reset): Promise<SecurityChange | Refusal> {
  const { challengeId: id, code: typed, origin, now } = input;
  const email = readEmail(input.email);
  const password = passwordFault(input.password, input.email);
  const faults = [
    ...(email ? [] : [{ pointer: "/email", code: "email_format" } as const]),
    ...(typed === "" ? [{ pointer: "/code", code: "required" } as const] : []),
    ...(password ? [password] : []),
  ];
  if (!email || faults.length > 0) return refuseFields(...faults);
  const challenge = await checkCode(ctx, { purpose: "reset", id, email, typed, now });
  if (isRefusal(challenge)) return challenge;
  const account = await memberByEmail(ctx.db.orm, email);
  // A correctly guessed code for an address without an account.
  if (!account) return refuse("code_expired");
  const { member } = account;
  const refusal = await checkSecondFactor(ctx, { member, typed: input.secondFactor, origin, now });
  if (refusal) {
    await refundAttempt(ctx, challenge);
    return refusal;
  }
  const passwordHash = await hashPassword(input.password, networksOf(origin.address));
  const proof = { kind: "mailbox", emailed: challenge } as const;
  const request = { member, proof, change: { passwordHash }, method: "code", origin, now } as const;
  const changed = await ctx.db.transaction((tx) => applyEffect(tx, ctx, "password_reset", request));
  ctx.jobs.wakeWorkers();
  // The owner of the mailbox is proven, so the lock-outs caused by guessing are lifted.
  await resetAttempts(ctx, signInKeys(email, [origin.network]));
  return isRefusal(changed) ? changed : securityChangeOf(changed);
}
