import { eq, sql } from "drizzle-orm";
import { finalStatuses } from "../../../contract/order/order-states.ts";
import type { Tx } from "../../db/database.ts";
import { deposit, order, unclaimedPayout } from "../../db/schema/index.ts";
import { keptOf, type UnclaimedOrigin } from "../../db/sql/unclaimed-money.ts";
import { BookingRefused, book } from "../../ledger/book.ts";
import { unclaimedHeld, unclaimedHoldOf } from "../../ledger/rules/unclaimed-postings.ts";
import { confirmDestinations } from "../../payouts/destinations.ts";
import { queueMovement, requestPayout } from "../../payouts/request-payout.ts";
import type { Context } from "../../ports/context.ts";
import { isRefusal } from "../../shared/rules/refusal.ts";
import { gasHeld } from "../../withdrawals/rules/gas-postings.ts";

type Services = Pick<Context, "clock" | "ids" | "jobs" | "memberLimit" | "payoutOwners" | "policy" | "rails">;

/** Where it goes, in the form of its network, and the operator who has named it. */
export type UnclaimedDestination = { account: string; memo: string | null; actor: string };

/** `nothing`: nothing is kept of it; `may_continue`: the order may still be executed, disputed or paid. */
export type UnclaimedObstacle = "nothing" | "may_continue";

/**
 * Asks the payout guard for all that is kept of one origin in one asset, in the caller's transaction. Throws `BookingRefused`, to be
 * rolled back, where the place that pays out lacks the money or the network's fee.
 */
export async function requestUnclaimedPayout(
  ctx: Services,
  tx: Tx,
  origin: UnclaimedOrigin,
  asset: string,
  { account, memo, actor }: UnclaimedDestination,
): Promise<{ id: string; amount: bigint } | UnclaimedObstacle> {
  const now = ctx.clock.now();
  await lockOrigin(tx, origin);
  if (origin.from === "order" && !(await isOver(tx, origin.id))) return "may_continue";
  const amount = await keptOf(tx, origin, asset);
  if (amount <= 0n) return "nothing";
  const id = ctx.ids.newId("ucp");
  const { id: rail, gas } = ctx.rails.payoutFor(asset);
  await tx.insert(unclaimedPayout).values({
    ...{ id, ...originColumns(origin), rail, asset, amount, account, memo, status: "sending", createdAt: now },
  });
  await confirmDestinations(tx, [
    {
      ...{ unclaimedPayoutId: id, kind: "unclaimed_payout", asset, amount, account, memo, at: now },
      ...{ confirmedBy: "operator", proof: "operator", actor },
    },
  ]);
  // From here on it is nobody's to credit.
  if (origin.from === "deposit") await tx.update(deposit).set({ status: "returned" }).where(eq(deposit.id, origin.id));
  const money = { id, rail, asset, amount, orderRef: origin.from === "order" ? origin.id : null };
  await requestPayout(ctx, tx, {
    ...{ id, kind: "unclaimed_payout", attempt: 1, rail, asset, amount, fee: 0n, account, memo },
    ...{ transferId: unclaimedHoldOf(money), status: "sending", createdAt: now },
  });
  await queueMovement(ctx, tx, { id });
  const fee = gas === null ? [] : [gasHeld({ outgoingId: id, rail }, gas)];
  const booked = await book(tx, [unclaimedHeld(money), ...fee], now);
  if (isRefusal(booked)) throw new BookingRefused(booked);
  return { id, amount };
}

/**
 * One at a time for each origin; and what else moves the money of an order or a deposit waits, or is seen. To be taken before the
 * ledger's accounts.
 */
export async function lockOrigin(tx: Tx, { from, id }: UnclaimedOrigin): Promise<void> {
  if (from === "order") await tx.select({ ref: order.ref }).from(order).where(eq(order.ref, id)).for("update");
  else if (from === "deposit")
    await tx.select({ id: deposit.id }).from(deposit).where(eq(deposit.id, id)).for("update");
  else await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`unclaimed ${from} ${id}`}, 0))`);
}

/** An order that has ended, and of which nobody disputes a payment. */
async function isOver(tx: Tx, ref: string): Promise<boolean> {
  const [row] = await tx.select().from(order).where(eq(order.ref, ref));
  return row !== undefined && row.disputeFlag === null && finalStatuses.some((status) => status === row.status);
}

function originColumns({ from, id }: UnclaimedOrigin) {
  switch (from) {
    case "order":
      return { orderRef: id };
    case "deposit":
      return { depositId: id };
    case "closing":
      return { closingId: id };
    case "withdrawal":
      return { withdrawalId: id };
  }
}

/** The reverse of it. */
export function originOf(row: typeof unclaimedPayout.$inferSelect): UnclaimedOrigin {
  if (row.orderRef !== null) return { from: "order", id: row.orderRef };
  if (row.depositId !== null) return { from: "deposit", id: row.depositId };
  if (row.closingId !== null) return { from: "closing", id: row.closingId };
  return { from: "withdrawal", id: row.withdrawalId ?? "" };
}
