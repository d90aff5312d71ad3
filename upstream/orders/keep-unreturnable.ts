import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { deposit, walletAddress } from "../db/schema/wallets.ts";
import type { DepositReport } from "../ports/deposit-rail.ts";
import { keepIn } from "../wallets/keep-deposit.ts";
import { type DepositContext, recordDeposit } from "../wallets/report-deposit.ts";
import { paymentOf } from "./rules/duplicate-events.ts";
import type { EventOf, OrderEvent, PaymentReport } from "./rules/order-event.ts";
import type { OrderFacts } from "./rules/order-facts.ts";
import { withNormalIds } from "./rules/transaction-id.ts";
import { isUnreturnable } from "./rules/unreturnable.ts";

/**
 * Books an unreturnable payment (rules/unreturnable.ts) as an unclaimed deposit once it is final, and takes it back from there when
 * its network does. In the transaction that has locked the order. False where the event is the order's own.
 */
export async function keepUnreturnable(
  ctx: DepositContext,
  tx: Tx,
  facts: OrderFacts,
  reported: OrderEvent,
): Promise<boolean> {
  const event = withNormalIds(facts, reported);
  switch (event.name) {
    case "payment_seen":
      return isUnreturnable(facts, event.payment);
    case "payment_final":
      if (!isUnreturnable(facts, event.payment)) return false;
      await keepIn(ctx, tx, depositOf(facts, event.payment));
      return true;
    case "payment_vanished":
    case "payment_reversed":
      return paymentOf(facts, event) === undefined && takeBack(ctx, tx, event);
    default:
      return false;
  }
}

function depositOf({ order, assets }: OrderFacts, payment: PaymentReport): DepositReport {
  const { rail, railPaymentId, asset, amount, confirmations, required, sender = null } = payment;
  const address = payment.address ?? order.payinAddress;
  if (address === null) throw new Error(`The order ${order.ref} has no address that was paid`);
  const place = assets[asset]?.depositRails.includes(rail) ? "deposits" : "hot";
  const at = { rail, railPaymentId, address, memo: order.payinMemo, place } as const;
  return { ...at, asset, amount, confirmations, required, sender, state: "final" };
}

async function takeBack(
  ctx: DepositContext,
  tx: Tx,
  { rail, railPaymentId }: EventOf<"payment_vanished" | "payment_reversed">,
): Promise<boolean> {
  const [keptDeposit] = await tx
    .select({ row: deposit, address: walletAddress.address, memo: walletAddress.memo })
    .from(deposit)
    .innerJoin(walletAddress, eq(walletAddress.id, deposit.addressId))
    .where(and(eq(deposit.rail, rail), eq(sql`lower(${deposit.railPaymentId})`, railPaymentId.toLowerCase())));
  if (keptDeposit === undefined) return false;
  const { asset, amount, confirmations, required, place } = keptDeposit.row;
  const { address, memo } = keptDeposit;
  const report = { rail, railPaymentId, address, memo, asset, amount, confirmations, required, place };
  await recordDeposit(ctx, tx, { ...report, state: "gone" });
  return true;
}
