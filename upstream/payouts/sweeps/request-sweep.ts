import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { outgoing } from "../../db/schema/index.ts";
import { BookingRefused, book, lockAccountsOf } from "../../ledger/book.ts";
import { available } from "../../ledger/read.ts";
import { accounts } from "../../ledger/rules/booking.ts";
import { sweepHeld, sweepHoldOf } from "../../ledger/rules/sweep-postings.ts";
import { lockTakenBack } from "../../ledger/sweeps/lock-taken-back.ts";
import type { Context } from "../../ports/context.ts";
import type { NewMovement } from "../../ports/payout-owner.ts";
import { isRefusal } from "../../shared/rules/refusal.ts";
import { gasHeld } from "../../withdrawals/rules/gas-postings.ts";
import { queueMovement, requestPayout } from "../request-payout.ts";

type Services = Pick<Context, "clock" | "ids" | "jobs" | "memberLimit" | "payoutOwners" | "policy" | "rails">;

/** `empty`: nothing lies there. `under_way`: one sweep at a time. `no_gas`: the rail cannot pay the network's fee. */
export type SweepOutcome = { id: string; amount: bigint } | "empty" | "under_way" | "no_gas";

/** An asset of a rail whose deposits have to be swept; `to` is the rail's own address. */
export type Sweepable = { rail: string; asset: string; to: string };

/**
 * Asks the payout guard to move all that lies at the deposit addresses of an asset to where its rail pays out from, in the
 * caller's transaction. What arrives meanwhile is for the next sweep. Throws `BookingRefused`, to be rolled back, where the
 * ledger refuses.
 */
export async function requestSweep(
  ctx: Services,
  tx: Tx,
  { rail, asset, to }: Sweepable,
): Promise<Exclude<SweepOutcome, "no_gas">> {
  const now = ctx.clock.now();
  const money = { id: ctx.ids.newId("swp"), rail, asset };
  const { gas } = ctx.rails.payoutOf({ rail, asset });
  const fee = gas === null ? [] : [gasHeld({ outgoingId: money.id, rail }, gas)];
  // What has arrived before the hold is a part of it, in the ledger's order too: that says which sweep has moved a payment.
  await lockTakenBack(tx, rail);
  await lockAccountsOf(tx, [sweepHeld({ ...money, amount: 0n }), ...fee], now);
  const amount = await available(tx, accounts.deposits(rail, asset));
  if (amount <= 0n) return "empty";
  const sweep = {
    ...{ ...money, amount, kind: "sweep", attempt: 1, fee: 0n, account: to, transferId: sweepHoldOf(money) },
    ...{ status: "sending", createdAt: now },
  } satisfies NewMovement;
  // Others are asked for under the same locks, so this one cannot have begun since.
  if (await isUnderWay(tx, money)) return "under_way";
  await requestPayout(ctx, tx, sweep);
  await queueMovement(ctx, tx, money);
  const booked = await book(tx, [sweepHeld({ ...money, amount }), ...fee], now);
  if (isRefusal(booked)) throw new BookingRefused(booked);
  return { id: money.id, amount };
}

async function isUnderWay(tx: Tx, { rail, asset }: Pick<Sweepable, "rail" | "asset">): Promise<boolean> {
  // As literals, which the condition of the index has.
  const isSending = sql`kind = 'sweep' and status = 'sending'`;
  const [row] = await tx
    .select({ id: outgoing.id })
    .from(outgoing)
    .where(and(isSending, eq(outgoing.rail, rail), eq(outgoing.asset, asset)))
    .limit(1);
  return row !== undefined;
}

/** The same in a transaction of its own. */
export async function sweepNow(ctx: Services & Pick<Context, "db">, place: Sweepable): Promise<SweepOutcome> {
  try {
    const outcome = await ctx.db.transaction((tx) => requestSweep(ctx, tx, place));
    ctx.jobs.wakeWorkers();
    return outcome;
  } catch (error) {
    // The deposits themselves are held by nobody else while no sweep is under way, so it is the fee that is missing.
    if (error instanceof BookingRefused) return "no_gas";
    throw error;
  }
}
