import { queueAccountEmail } from "../../accounts/account-emails.ts";
import type { ClientOrigin } from "../../accounts/client-origin.ts";
import { consumeSecondFactor, hasSecondFactor } from "../../accounts/security/second-factor.ts";
import {
  checkCode,
  checkCodeLimits,
  type EmailCode,
  issueCode,
  newestCode,
} from "../../accounts/sign-in/email-codes.ts";
import type { MemberRow } from "../../accounts/sign-in/sessions.ts";
import type { OrderRow } from "../../orders/order-facts-query.ts";
import type { Context } from "../../ports/context.ts";
import { isRefusal, type Refusal, refuse, refuseFields } from "../../shared/rules/refusal.ts";
import { hashed } from "../../shared/secrets.ts";

type Confirmed = Pick<OrderRow, "ref" | "fromAsset" | "fromAmount" | "toAsset" | "payoutAccount" | "payoutMemo">;

/** What a code confirms: this order, what is paid, and where the payout goes. The code is derived from it. */
export function paymentSubject({ ref, fromAsset, fromAmount, toAsset, payoutAccount, payoutMemo }: Confirmed): string {
  const confirmed = [ref, fromAsset, fromAmount.toString(), toAsset, payoutAccount, payoutMemo];
  return `order:${ref}:${hashed(JSON.stringify(confirmed))}`;
}

/** The order that an emailed code is about. */
export const orderOfSubject = (subject: string): string => subject.split(":")[1] ?? "";

/** Emails the code to a member without an authenticator, as often as an hour allows; it replaces the one before. */
export async function sendPaymentCode(
  ctx: Pick<Context, "db" | "ids" | "jobs">,
  { row, owner, origin, now }: { row: Confirmed; owner: MemberRow; origin: ClientOrigin; now: Date },
): Promise<EmailCode | Refusal> {
  if (await hasSecondFactor(ctx.db.orm, owner.id)) return refuse("two_factor_required");
  const { email, id: memberId, locale: language } = owner;
  const request = {
    ...({ purpose: "withdrawal", email, memberId, language, partner: null } as const),
    ...{ subject: paymentSubject(row), origin, now },
  };
  const excess = await checkCodeLimits(ctx, request);
  if (excess) return excess;
  const issued = await ctx.db.transaction(async (tx) => {
    const code = await issueCode(tx, ctx, request);
    await queueAccountEmail(tx, ctx, { kind: "wallet_payment_code", about: code.id, to: email, language, now });
    return code;
  });
  ctx.jobs.wakeWorkers();
  return issued;
}

/** How a payment was confirmed. `emailed` is still to be used up, in the transaction that pays. */
export type PaymentProof = { method: "authenticator" | "email"; emailed: EmailCode | null };

/** Checks the code of the authenticator, or the one that was emailed for this order, amount and account. */
export async function provePayment(
  ctx: Pick<Context, "db" | "env" | "ids" | "jobs">,
  {
    row,
    owner,
    code,
    origin,
    now,
  }: { row: Confirmed; owner: MemberRow; code: string; origin: ClientOrigin; now: Date },
): Promise<PaymentProof | Refusal> {
  if (code === "") return refuseFields({ pointer: "/code", code: "required" });
  if (await hasSecondFactor(ctx.db.orm, owner.id)) {
    const wrong = await consumeSecondFactor(ctx, { member: owner, typed: code, origin, now });
    return wrong ?? { method: "authenticator", emailed: null };
  }
  const subject = paymentSubject(row);
  const active = await newestCode(ctx.db.orm, { purpose: "withdrawal", subject, now });
  if (!active) return refuse("code_expired");
  const guess = { id: active.id, email: owner.email, memberId: owner.id, subject, typed: code, now };
  const checked = await checkCode(ctx, { purpose: "withdrawal", ...guess });
  return isRefusal(checked) ? checked : { method: "email", emailed: checked };
}
