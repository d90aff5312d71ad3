import { and, desc, eq, inArray } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { order, payoutDestination } from "../db/schema/index.ts";
import { walletRail } from "../ledger/rules/booking.ts";
import { type ConfirmedRow, isOfEarlierVersion, isPaymentOf, kindsOf, newestOfEach } from "../payouts/destinations.ts";
import { isConfirmed } from "../payouts/rules/destination.ts";
import type { PayoutEffect } from "../payouts/rules/payout-policy.ts";
import type { MovementEffect, NewMovement, WalletEffect } from "../ports/payout-owner.ts";

type OrderMoney = Pick<typeof order.$inferSelect, "payinMethod" | "ownerId" | "payoutUsableAt" | "walletWorthUsd">;

/**
 * A payout or refund of an order: of what its customer has paid, or of the owner's wallet it was paid from, to the account that
 * was confirmed for it.
 */
export async function orderEffect(tx: Tx, movement: NewMovement): Promise<MovementEffect> {
  const rows = await tx
    .select({
      ...{ payinMethod: order.payinMethod, ownerId: order.ownerId },
      ...{ payoutUsableAt: order.payoutUsableAt, walletWorthUsd: order.walletWorthUsd },
      destination: payoutDestination,
    })
    .from(order)
    .leftJoin(
      payoutDestination,
      and(eq(payoutDestination.orderRef, order.ref), inArray(payoutDestination.kind, kindsOf[movement.kind])),
    )
    .where(eq(order.ref, movement.orderRef ?? ""))
    .orderBy(desc(payoutDestination.seq));
  const [row] = rows;
  if (!row) throw new Error(`The movement ${movement.id} belongs to no order`);
  const confirmed = newestOfEach(rows.flatMap(({ destination }) => destination ?? []));
  const source = row.payinMethod === "balance" ? "wallet" : "order";
  const effect = { source, ...(await destinationOf(tx, movement, row, confirmed)) } as const;
  const { destination } = effect;
  const wallet = destination === "trusted" || destination === "new" ? walletEffect(row, movement, destination) : null;
  return { ...effect, wallet };
}

async function destinationOf(
  tx: Tx,
  movement: NewMovement,
  row: OrderMoney,
  destinations: ConfirmedRow[],
): Promise<Omit<PayoutEffect, "source">> {
  if (movement.rail === walletRail) return { destination: "own_wallet", causedBy: "member", proof: "none" };
  if (movement.status !== "sending") return { destination: "gone", causedBy: "rail", proof: "none" };
  const confirmed = destinations.find((destination) => isConfirmed(movement, [destination]));
  if (confirmed) return ofConfirmed(confirmed, row);
  if (movement.kind === "refund" && (await isPaymentOf(tx, movement)))
    return { destination: "payer", causedBy: "rail", proof: "none" };
  if (await isOfEarlierVersion(tx, movement))
    return { destination: "named", causedBy: "earlier_version", proof: "unknown" };
  return { destination: "unconfirmed", causedBy: "house", proof: "none" };
}

function ofConfirmed({ kind, confirmedBy, proof }: ConfirmedRow, row: OrderMoney): Omit<PayoutEffect, "source"> {
  const causedBy = confirmedBy;
  if (causedBy === "operator") return { destination: "operator", causedBy, proof };
  const isOfWallet = row.payinMethod === "balance" && kind === "payout" && causedBy !== "earlier_version";
  if (!isOfWallet) return { destination: "named", causedBy, proof };
  // An account that is named after a payout has failed must be a trusted one.
  return { destination: causedBy === "member" && row.payoutUsableAt !== null ? "new" : "trusted", causedBy, proof };
}

function walletEffect(
  { ownerId, payoutUsableAt, walletWorthUsd: worthUsd }: OrderMoney,
  { id }: NewMovement,
  destination: "trusted" | "new",
): WalletEffect {
  if (ownerId === null) throw new Error(`The order of ${id} was paid from a wallet and has no owner`);
  return { memberId: ownerId, worthUsd, usableAt: destination === "new" ? payoutUsableAt : null };
}
