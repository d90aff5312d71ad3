import type { ClientOrigin } from "../accounts/client-origin.ts";
import { checkCodeLimits, type EmailCode, issueCode, newestCode } from "../accounts/sign-in/email-codes.ts";
import type { MemberRow } from "../accounts/sign-in/sessions.ts";
import type { Orm, Tx } from "../db/database.ts";
import type { Context } from "../ports/context.ts";
import { isRefusal, type Refusal, refuse } from "../shared/rules/refusal.ts";
import { hashed } from "../shared/secrets.ts";
import { queueWithdrawalEmail } from "./withdrawal-emails.ts";
import { lockWithdrawal, type WithdrawalRow } from "./withdrawal-row.ts";

type Subject = Pick<WithdrawalRow, "id" | "asset" | "amount" | "account" | "memo">;

/** What a code confirms: this withdrawal of this amount to this address. The code is derived from it. */
export function codeSubject({ id, asset, amount, account, memo }: Subject): string {
  return `${id}:${hashed(JSON.stringify([id, asset, amount.toString(), account, memo]))}`;
}

/** Issues a code for a withdrawal and queues its email; replaces the one before. */
export async function issueWithdrawalCode(
  tx: Tx,
  ctx: Pick<Context, "ids" | "jobs">,
  { row, member, origin, now }: { row: WithdrawalRow; member: MemberRow; origin: ClientOrigin; now: Date },
): Promise<EmailCode> {
  const issued = await issueCode(tx, ctx, {
    purpose: "withdrawal",
    email: member.email,
    memberId: member.id,
    language: member.locale,
    partner: null,
    subject: codeSubject(row),
    origin,
    now,
  });
  await queueWithdrawalEmail(tx, ctx, row, "withdrawal_code", now);
  return issued;
}

/** Sends another code, as often as an hour allows. Refuses once the withdrawal needs none. */
export async function resendWithdrawalCode(
  ctx: Pick<Context, "db" | "ids" | "jobs">,
  { id, member, origin, now }: { id: string; member: MemberRow; origin: ClientOrigin; now: Date },
): Promise<EmailCode | Refusal> {
  const excess = await checkWithdrawalCodeLimits(ctx, { member, subject: id, origin, now });
  if (excess) return excess;
  const issued = await ctx.db.transaction(async (tx) => {
    const row = await lockWithdrawal(tx, id);
    if (!row || row.memberId !== member.id) return refuse("not_found");
    if (row.status !== "confirm_pending" || row.confirmWith !== "email" || row.confirmBy <= now)
      return refuse("invalid_transition", { extra: { current_status: row.status } });
    return issueWithdrawalCode(tx, ctx, { row, member, origin, now });
  });
  if (!isRefusal(issued)) ctx.jobs.wakeWorkers();
  return issued;
}

/** Codes per hour, and a minute between two for the same withdrawal (`subject`). */
export function checkWithdrawalCodeLimits(
  ctx: Pick<Context, "db">,
  { member, subject, origin, now }: { member: MemberRow; subject: string; origin: ClientOrigin; now: Date },
): Promise<Refusal | undefined> {
  return checkCodeLimits(ctx, { purpose: "withdrawal", email: member.email, subject, origin, now });
}

/** The code of a withdrawal that may still be entered. */
export function activeCode(reader: Pick<Orm, "select">, row: Subject, now: Date): Promise<EmailCode | undefined> {
  return newestCode(reader, { purpose: "withdrawal", subject: codeSubject(row), now });
}
