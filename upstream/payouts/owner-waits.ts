import { and, eq, inArray, ne } from "drizzle-orm";
import type { PayoutWait } from "../../contract/values/payout-waits.ts";
import type { Orm } from "../db/database.ts";
import { outgoing, payoutGuard, type withdrawal } from "../db/schema/index.ts";
import { walletRail } from "../ledger/rules/booking.ts";
import type { MovementState } from "../orders/rules/order-facts.ts";
import { decisionsDue } from "../screening/decisions-due.ts";
import { payoutWait } from "./payout-wait.ts";
import { stopsAmong } from "./stopped-rails.ts";

/**
 * What the payouts and refunds of these orders that are under way wait for, by order number; an order of which nothing is kept back,
 * or without one, is missing. Two statements, however many orders.
 */
export async function orderWaits(
  reader: Pick<Orm, "select">,
  refs: readonly string[],
): Promise<ReadonlyMap<string, PayoutWait>> {
  if (refs.length === 0) return new Map();
  const movements = await reader
    .select({ ref: outgoing.orderRef, rail: outgoing.rail, state: payoutGuard.state, why: payoutGuard.why })
    .from(outgoing)
    .innerJoin(payoutGuard, eq(payoutGuard.outgoingId, outgoing.id))
    .where(and(inArray(outgoing.orderRef, [...refs]), eq(outgoing.status, "sending"), ne(outgoing.rail, walletRail)));
  if (movements.length === 0) return new Map();
  const isStopped = await stopsAmong(reader);
  return new Map(
    movements.flatMap(({ ref, rail, ...movement }): [string, PayoutWait][] => {
      const wait = payoutWait({ ...movement, isStopped: isStopped(rail) });
      return ref === null || wait === null ? [] : [[ref, wait]];
    }),
  );
}

type WithdrawalRow = typeof withdrawal.$inferSelect;

/** What the payout guard knows of a withdrawal. `isStopped`: operators have stopped its rail. `checkBy`: where it holds it for a check of lists. */
type GuardedWithdrawal = {
  tx: string | null;
  state: MovementState;
  why: string | null;
  isStopped: boolean;
  checkBy: Date | null;
};

/** By the id of the withdrawal; without those that were not handed to the guard. */
export async function movementsOf(
  reader: Pick<Orm, "select">,
  rows: readonly Pick<WithdrawalRow, "id">[],
  now: Date,
): Promise<Map<string, GuardedWithdrawal>> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const movements = await reader
    .select({
      ...{ id: outgoing.withdrawalId, movement: outgoing.id, rail: outgoing.rail, tx: outgoing.railTxId },
      ...{ state: payoutGuard.state, why: payoutGuard.why },
    })
    .from(outgoing)
    .innerJoin(payoutGuard, eq(payoutGuard.outgoingId, outgoing.id))
    .where(inArray(outgoing.withdrawalId, ids));
  const checked = movements.filter(({ state, why }) => state === "held" && why === "screening");
  const due = await decisionsDue(
    reader,
    "movement",
    checked.map(({ movement }) => movement),
    now,
  );
  const isStopped = await stopsAmong(reader);
  return new Map(
    movements.flatMap(({ id, movement, rail, ...guarded }) =>
      id === null ? [] : [[id, { ...guarded, isStopped: isStopped(rail), checkBy: due.get(movement) ?? null }]],
    ),
  );
}

/** `movement`: what the guard knows of it; null before it is handed over. */
export function waitsFor(
  { status, awaitsCash }: Pick<WithdrawalRow, "status" | "awaitsCash">,
  movement: Pick<GuardedWithdrawal, "state" | "why" | "isStopped"> | null,
): PayoutWait | null {
  if (status === "approved") return awaitsCash ? "funds" : null;
  return status !== "processing" || movement === null ? null : payoutWait(movement);
}
