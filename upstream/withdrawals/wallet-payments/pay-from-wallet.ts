import { eq } from "drizzle-orm";
import { parseAmount } from "../../../contract/values/decimal.ts";
import { queueAccountEmail } from "../../accounts/account-emails.ts";
import type { ClientOrigin } from "../../accounts/client-origin.ts";
import { recordSecurityEvent } from "../../accounts/security/history.ts";
import { consumeCode } from "../../accounts/sign-in/email-codes.ts";
import { lockAccount, type SignedIn } from "../../accounts/sign-in/sessions.ts";
import type { Tx } from "../../db/database.ts";
import { asset } from "../../db/schema/market.ts";
import { order, payment } from "../../db/schema/orders.ts";
import { walletRail } from "../../ledger/rules/booking.ts";
import { applyEvent, applyEvents, type EventContext } from "../../orders/apply-event.ts";
import type { OrderRow } from "../../orders/order-facts-query.ts";
import { needsCode, policyRow } from "../../payouts/rules/payout-policy.ts";
import { isRefusal, type Refusal, refuse, refuseFields } from "../../shared/rules/refusal.ts";
import { lockWallet } from "../../wallets/lock-wallet.ts";
import { moneyOf } from "../../wallets/read-wallets.ts";
import { type PaymentProof, paymentSubject, provePayment } from "./payment-code.ts";
import { type PaymentTerms, paymentObstacle, readPaymentTerms } from "./payment-terms.ts";

/** `shownTerms`: amount and account as the member has read them. `network`: where the call comes from. */
export type WalletPaymentRequest = {
  code: string;
  shownTerms: { amount: string; account: string } | null;
  network: string;
  origin: ClientOrigin;
  now: Date;
};

/**
 * Executes a draft and pays it from its owner's wallet, in one transaction: there is no payment window, and nothing
 * happens unless the wallet covers all of it. Money that leaves the member's wallets by it needs what a withdrawal needs: a
 * code bound to order, amount and account, a saved account where the member allows only those, the time for a new one, and
 * the day's limit; the member is told by email. Refuses with `insufficient_funds`, `withdrawals_frozen`, `not_allowed`
 * where the order has another owner or was sent money already, and what executing any draft is refused with. Idempotent.
 */
export async function payFromWallet(
  ctx: EventContext,
  row: OrderRow,
  signedIn: SignedIn,
  request: WalletPaymentRequest,
): Promise<OrderRow | Refusal> {
  const { member: owner } = signedIn;
  if (row.ownerId !== owner.id) return refuseFields({ pointer: "/pay_with", code: "not_allowed" });
  const execute = { name: "execute", network: request.network, payin: fromBalance } as const;
  if (row.status !== "draft") return applyEvent(ctx, row.ref, execute, "client");
  const terms = await readPaymentTerms(ctx, row, owner, request.now);
  if (isRefusal(terms)) return terms;
  // Before a code is used up: a payment that is refused anyway uses none.
  const obstacle = await paymentObstacle(ctx, ctx.db.orm, owner.id, terms, request.now);
  if (isRefusal(obstacle)) return obstacle;
  const early = await shortfall(ctx.db.orm, row, owner.id, request.now);
  if (early) return early;
  const proof = needsCode(terms.rule) ? await confirmation(ctx, row, signedIn, request, terms) : null;
  if (isRefusal(proof)) return proof;
  const { ref, fromAsset, fromAmount: amount } = row;
  const paid = { rail: walletRail, railPaymentId: ref, asset: fromAsset, amount, railFee: 0n };
  const { destination, worthUsd } = terms;
  const usableAt = destination?.isNew ? destination.usableAt : null;
  const fromWallet = proof && ({ usableAt, worthUsd, proof: proofNames[proof.method] } as const);
  const events = [
    { ...execute, fromWallet },
    { name: "payment_final", payment: { ...paid, confirmations: 0, required: 0 } } as const,
  ];
  return applyEvents(ctx, ref, events, "client", (tx) => mayPay(ctx, tx, { row, signedIn, terms, proof, request }));
}

const proofNames = { authenticator: "authenticator", email: "email_code" } as const;

/** The member has read what is paid and where to, and has entered the code for it. */
async function confirmation(
  ctx: EventContext,
  row: OrderRow,
  { member: owner }: SignedIn,
  { code, shownTerms, origin, now }: WalletPaymentRequest,
  { destination }: PaymentTerms,
): Promise<PaymentProof | Refusal> {
  const [from] = await ctx.db.orm.select().from(asset).where(eq(asset.id, row.fromAsset));
  const isSame = shownTerms && parseAmount(shownTerms.amount, from?.decimals ?? 0) === row.fromAmount;
  const faults = [
    ...(isSame ? [] : [{ pointer: "/shown/amount", code: shownTerms ? "differs" : "required" } as const]),
    ...(shownTerms && shownTerms.account === destination?.account
      ? []
      : [{ pointer: "/shown/account", code: shownTerms ? "differs" : "required" } as const]),
    ...(code === "" ? [{ pointer: "/code", code: "required" } as const] : []),
  ];
  return faults.length > 0 ? refuseFields(...faults) : provePayment(ctx, { row, owner, code, origin, now });
}

async function shortfall(
  reader: Parameters<typeof moneyOf>[0],
  { fromAsset, fromAmount }: OrderRow,
  memberId: string,
  now: Date,
): Promise<Refusal | undefined> {
  const { available } = await moneyOf(reader, memberId, fromAsset, now);
  return available < fromAmount ? refuse("insufficient_funds") : undefined;
}

type Payment = {
  row: OrderRow;
  signedIn: SignedIn;
  terms: PaymentTerms;
  proof: PaymentProof | null;
  request: WalletPaymentRequest;
};

/** Under the order's lock, then the account's and the wallet's: of several payments at once each sees what the others left. */
async function mayPay(ctx: EventContext, tx: Tx, payment: Payment): Promise<true | Refusal> {
  const { row, signedIn, terms, proof, request } = payment;
  const { now } = request;
  const over = await lockAccount(tx, signedIn);
  if (over) return over;
  const wallet = await lockWallet(tx, signedIn.member.id, row.fromAsset);
  const changed = await changedMeanwhile(tx, row, signedIn.member.id);
  if (changed) return changed;
  if (!wallet) return refuse("insufficient_funds");
  const obstacle = await paymentObstacle(ctx, tx, signedIn.member.id, terms, now);
  if (isRefusal(obstacle)) return obstacle;
  const missing = await shortfall(tx, row, signedIn.member.id, now);
  if (missing) return missing;
  const used = proof?.emailed && (await consumeCode(tx, proof.emailed, now));
  if (used) return used;
  if (policyRow(terms.rule).notice === "account") await tellMember(ctx, tx, payment);
  return true;
}

/** Another request has executed the order, has taken a new quote, or changed where the payout goes. */
async function changedMeanwhile(tx: Tx, row: OrderRow, memberId: string): Promise<Refusal | undefined> {
  const [current] = await tx.select().from(order).where(eq(order.ref, row.ref));
  if (current?.status !== "draft" || paymentSubject(current) !== paymentSubject(row)) return refuse("rate_changed");
  if (current.payoutToWallet !== row.payoutToWallet) return refuse("rate_changed");
  const [arrived] = await tx.select({ id: payment.id }).from(payment).where(eq(payment.orderRef, row.ref)).limit(1);
  if (arrived || current.ownerId !== memberId) return refuseFields({ pointer: "/pay_with", code: "not_allowed" });
  return undefined;
}

/** To the account's own mailbox, whatever address the order was placed with. */
async function tellMember(ctx: EventContext, tx: Tx, { signedIn, request }: Payment): Promise<void> {
  const { member } = signedIn;
  const { origin, now } = request;
  const entry = { memberId: member.id, event: "wallet_paid", method: "code", origin, now } as const;
  const about = await recordSecurityEvent(tx, ctx, entry);
  const notice = { kind: "wallet_paid", about, to: member.email, language: member.locale, now } as const;
  await queueAccountEmail(tx, ctx, notice);
}

const fromBalance = {
  method: "balance",
  rail: null,
  address: null,
  memo: null,
  uri: null,
  invoiceUrl: null,
  redirectUrl: null,
} as const;
