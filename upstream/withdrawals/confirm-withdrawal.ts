import { parseAmount } from "../../contract/values/decimal.ts";
import type { ClientOrigin } from "../accounts/client-origin.ts";
import { consumeSecondFactor } from "../accounts/security/second-factor.ts";
import { checkCode, consumeCode, type EmailCode } from "../accounts/sign-in/email-codes.ts";
import { lockAccount, type SignedIn } from "../accounts/sign-in/sessions.ts";
import type { NewDestination } from "../db/sql/destination-statements.ts";
import { confirmDestinations } from "../payouts/destinations.ts";
import type { Context } from "../ports/context.ts";
import { isRefusal, type Refusal, refuse, refuseFields } from "../shared/rules/refusal.ts";
import { applyWithdrawalEvent } from "./apply-withdrawal-event.ts";
import { blockOfWithdrawal } from "./obstacle.ts";
import { decideWithdrawal } from "./rules/decide-withdrawal.ts";
import { activeCode, codeSubject } from "./withdrawal-code.ts";
import { lockWithdrawal, ownWithdrawal, type WithdrawalRow } from "./withdrawal-row.ts";

type Services = Pick<Context, "db" | "env" | "ids" | "jobs" | "market">;
/** `shownTerms`: amount and address as the member has read them; undefined in the call that has made the withdrawal. */
type Confirmation = {
  id: string;
  shownTerms?: { amount: string; account: string };
  code: string;
  origin: ClientOrigin;
  now: Date;
};

/**
 * Confirms a withdrawal with a code of the authenticator, or the one emailed for this withdrawal, its amount and its
 * address. Refuses another amount or address than the member has read, and everything inside a freeze; a code is then
 * not used up.
 */
export async function confirmWithdrawal(
  ctx: Services,
  signedIn: SignedIn,
  { id, shownTerms, code, origin, now }: Confirmation,
): Promise<WithdrawalRow | Refusal> {
  const { member } = signedIn;
  const row = await ownWithdrawal(ctx.db.orm, member.id, id);
  if (!row) return refuse("not_found");
  const early = decideWithdrawal({ ...row, now }, { name: "confirmed" });
  if (isRefusal(early)) return early;
  const differing = shownTerms && (await differenceFrom(ctx, row, shownTerms));
  const refusal = differing ?? (await blockOfWithdrawal(ctx.db.orm, row, now));
  if (refusal) return refusal;
  if (code === "") return refuseFields({ pointer: "/code", code: "required" });
  const proof = await prove(ctx, signedIn, row, { code, origin, now });
  if (isRefusal(proof)) return proof;
  const confirmed = await ctx.db.transaction(async (tx) => {
    const over = await lockAccount(tx, signedIn);
    if (over) return over;
    const current = await lockWithdrawal(tx, id);
    if (!current) return refuse("not_found");
    const late =
      (await blockOfWithdrawal(tx, current, now)) ?? (proof.emailed && (await consumeCode(tx, proof.emailed, now)));
    if (late) return late;
    await confirmDestinations(tx, [destinationOf(current, now)]);
    return applyWithdrawalEvent(tx, ctx, current, { name: "confirmed" }, now);
  });
  ctx.jobs.wakeWorkers();
  return isRefusal(confirmed) ? confirmed : confirmed.row;
}

/** What the member has confirmed: the payout guard sends nothing else. */
function destinationOf(row: WithdrawalRow, now: Date): NewDestination {
  const { id: withdrawalId, asset, amount, fee, account, memo, confirmWith } = row;
  const proof = confirmWith === "authenticator" ? "authenticator" : "email_code";
  const where = { withdrawalId, kind: "withdrawal", asset, amount: amount - fee, account, memo } as const;
  return { ...where, confirmedBy: "member", proof, at: now };
}

async function differenceFrom(
  { market }: Services,
  row: WithdrawalRow,
  shownTerms: { amount: string; account: string },
): Promise<Refusal | undefined> {
  const { assets } = await market.terms();
  const decimals = assets.find(({ id }) => id === row.asset)?.decimals ?? 0;
  const faults = [
    ...(parseAmount(shownTerms.amount, decimals) === row.amount
      ? []
      : [{ pointer: "/amount", code: "differs" } as const]),
    ...(shownTerms.account === row.account ? [] : [{ pointer: "/account", code: "differs" } as const]),
  ];
  return faults.length > 0 ? refuseFields(...faults) : undefined;
}

async function prove(
  ctx: Services,
  { member }: SignedIn,
  row: WithdrawalRow,
  { code, origin, now }: Pick<Confirmation, "code" | "origin" | "now">,
): Promise<{ emailed: EmailCode | null } | Refusal> {
  if (row.confirmWith === "authenticator") {
    const wrong = await consumeSecondFactor(ctx, { member, typed: code, origin, now });
    return wrong ?? { emailed: null };
  }
  const active = await activeCode(ctx.db.orm, row, now);
  if (!active) return refuse("code_expired");
  const guess = { id: active.id, email: member.email, memberId: member.id, subject: codeSubject(row) };
  const checked = await checkCode(ctx, { purpose: "withdrawal", ...guess, typed: code, now });
  return isRefusal(checked) ? checked : { emailed: checked };
}
