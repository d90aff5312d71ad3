import { eq } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { member } from "../db/schema/accounts.ts";
import { order, payment } from "../db/schema/orders.ts";
import { walletRail } from "../domain/ledger/booking.ts";
import { type Refusal, refuse, refuseFields } from "../domain/refusal.ts";
import { lockWallet } from "../wallets/lock-wallet.ts";
import { moneyOf } from "../wallets/read-wallets.ts";
import { withdrawalBlock } from "../wallets/withdrawal-block.ts";
import { applyEvent, applyEvents, type EventContext } from "./apply-event.ts";
import type { OrderRow } from "./order-facts-query.ts";

/**
 * Executes a draft and pays it from its owner's wallet, in one transaction: there is no payment window, and nothing
 * happens unless the wallet covers all of it. Only available money pays. Paid money leaves us like a withdrawal, so what
 * blocks withdrawals blocks this too. Refuses with `insufficient_funds`, `withdrawals_frozen`, `not_allowed` where the
 * order has another owner or was sent money already, and what executing any draft is refused with. Idempotent.
 */
export async function payFromWallet(
  ctx: EventContext,
  row: OrderRow,
  memberId: string,
  network: string,
): Promise<OrderRow | Refusal> {
  if (row.ownerId !== memberId) return refuseFields({ pointer: "/pay_with", code: "not_allowed" });
  const execute = { name: "execute", network, payin: fromBalance } as const;
  if (row.status !== "draft") return applyEvent(ctx, row.ref, execute, "client");
  const { ref, fromAsset: asset, fromAmount: amount } = row;
  const paid = { rail: walletRail, railPaymentId: ref, asset, amount, railFee: 0n, confirmations: 0, required: 0 };
  const events = [execute, { name: "payment_final", payment: paid } as const];
  return applyEvents(ctx, ref, events, "client", (tx) => mayPay(ctx, tx, row, memberId));
}

/** Under the order's lock, and then the wallet's: of several payments at once each sees what the others left. */
async function mayPay(
  { clock }: EventContext,
  tx: Tx,
  { ref, fromAsset, fromAmount }: OrderRow,
  memberId: string,
): Promise<true | Refusal> {
  const now = clock.now();
  const wallet = await lockWallet(tx, memberId, fromAsset);
  const [owner] = await tx.select().from(member).where(eq(member.id, memberId));
  const [current] = await tx.select().from(order).where(eq(order.ref, ref));
  // Another request has executed it, or taken a new quote, meanwhile.
  if (current?.status !== "draft" || current.fromAmount !== fromAmount) return refuse("rate_changed");
  const [arrived] = await tx.select({ id: payment.id }).from(payment).where(eq(payment.orderRef, ref)).limit(1);
  if (arrived || current.ownerId !== memberId) return refuseFields({ pointer: "/pay_with", code: "not_allowed" });
  if (!wallet || !owner) return refuse("insufficient_funds");
  if ((await withdrawalBlock(tx, owner, now)) !== null) return refuse("withdrawals_frozen");
  const { available } = await moneyOf(tx, memberId, fromAsset, now);
  return available < fromAmount ? refuse("insufficient_funds") : true;
}

const fromBalance = {
  method: "balance",
  address: null,
  memo: null,
  uri: null,
  invoiceUrl: null,
  redirectUrl: null,
} as const;
