import { adoptOrders } from "../../orders/change-owner.ts";
import type { Context } from "../../ports/context.ts";
import { readEmail } from "../../shared/rules/fields/email.ts";
import { isRefusal, type Refusal, refuseFields } from "../../shared/rules/refusal.ts";
import { adoptTickets } from "../../support/adopt-tickets.ts";
import type { ClientOrigin } from "../client-origin.ts";
import { applyEffect } from "../effects/apply-effect.ts";
import { normalizedEmail } from "../members.ts";
import { checkCode, type EmailCode, mayResend } from "../sign-in/email-codes.ts";
import { sendCode } from "../sign-in/send-code.ts";
import { lockAccount, type MemberRow, type SignedIn } from "../sign-in/sessions.ts";
import { provePassword } from "./confirm-password.ts";
import { refusedWhileFrozen } from "./freeze-in-force.ts";
import { checkSecondFactor } from "./second-factor.ts";
import { type OwnChange, ownChangeOf } from "./security-change.ts";

type Accounts = Pick<Context, "db" | "env" | "ids" | "jobs" | "policy">;
type EmailChangeRequest = {
  email: string;
  /** The id of an earlier code for the same address, or a proof of identity. */
  proof: string | { password: string; secondFactor: string | null };
  origin: ClientOrigin;
  now: Date;
};

/**
 * Emails a code to the new address. An address that has an account gets a notice instead; the reply is the same.
 */
export async function requestEmailChange(
  ctx: Accounts,
  row: MemberRow,
  { email: typed, proof, origin, now }: EmailChangeRequest,
): Promise<EmailCode | Refusal> {
  const email = readEmail(typed);
  if (!email) return refuseFields({ pointer: "/email", code: typed === "" ? "required" : "email_format" });
  if (normalizedEmail(email) === normalizedEmail(row.email))
    return refuseFields({ pointer: "/email", code: "not_allowed" });
  const frozen = await refusedWhileFrozen(ctx.db.orm, row.id, now);
  if (frozen) return frozen;
  const unproven =
    typeof proof === "string"
      ? await mayResend(ctx, { memberId: row.id, email, id: proof, now })
      : await prove(ctx, row, { ...proof, origin, now });
  if (unproven) return unproven;
  const language = row.locale;
  const codeRequest = {
    purpose: "email_change",
    email,
    memberId: row.id,
    language,
    partner: null,
    origin,
    now,
  } as const;
  return sendCode(ctx, codeRequest, (hasAccount) => ({
    kind: hasAccount ? "email_change_taken" : "email_change_code",
  }));
}

async function prove(
  ctx: Accounts,
  member: MemberRow,
  {
    password,
    secondFactor,
    origin,
    now,
  }: { password: string; secondFactor: string | null; origin: ClientOrigin; now: Date },
): Promise<Refusal | undefined> {
  const proven = await provePassword(ctx, { member, typed: password, pointer: "/password", now });
  if (isRefusal(proven)) return proven;
  return checkSecondFactor(ctx, { member, typed: secondFactor, origin, now });
}

type Confirmation = { challengeId: string; code: string; origin: ClientOrigin; now: Date };

/** The code proves the new address; the old one is notified. Refused, as its request, while a reported freeze lasts. */
export async function changeEmail(
  ctx: Accounts,
  signedIn: SignedIn,
  { challengeId: id, code: typed, origin, now }: Confirmation,
): Promise<(OwnChange & { email: string }) | Refusal> {
  const { member: row } = signedIn;
  if (typed === "") return refuseFields({ pointer: "/code", code: "required" });
  const guess = { purpose: "email_change", id, email: null, memberId: row.id, typed, now } as const;
  const challenge = await checkCode(ctx, guess);
  if (isRefusal(challenge)) return challenge;
  const { email } = challenge;
  const proof = { kind: "new_mailbox", signedIn, emailed: challenge } as const;
  const changed = await ctx.db.transaction(async (tx) => {
    const over = (await lockAccount(tx, signedIn)) ?? (await refusedWhileFrozen(tx, row.id, now));
    if (over) return over;
    const request = { member: row, proof, change: { email }, method: "code", origin, now } as const;
    const applied = await applyEffect(tx, ctx, "email_changed", request);
    if (isRefusal(applied)) return applied;
    await adoptOrders(tx, { ...row, email });
    await adoptTickets(tx, { ...row, email });
    return { ...ownChangeOf(applied), email };
  });
  ctx.jobs.wakeWorkers();
  return changed;
}
