import { eq, inArray } from "drizzle-orm";
import type { WithdrawalWait } from "../../contract/balance/withdrawal-lists.ts";
import type { Orm } from "../db/database.ts";
import { outgoing, payoutGuard, type withdrawal } from "../db/schema/index.ts";
import type { MovementState } from "../orders/rules/order-facts.ts";
import { decisionsDue } from "../screening/decisions-due.ts";

type WithdrawalRow = typeof withdrawal.$inferSelect;

/** What the payout guard knows of a withdrawal. `checkBy`: where it holds it for a check of lists. */
type GuardedWithdrawal = { tx: string | null; state: MovementState; why: string | null; checkBy: Date | null };

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
      ...{ id: outgoing.withdrawalId, movement: outgoing.id, tx: outgoing.railTxId },
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
  return new Map(
    movements.flatMap(({ id, movement, ...guarded }) =>
      id === null ? [] : [[id, { ...guarded, checkBy: due.get(movement) ?? null }]],
    ),
  );
}

/** `movement`: what the guard knows of it; null before it is handed over. */
export function waitsFor(
  { status, awaitsCash }: Pick<WithdrawalRow, "status" | "awaitsCash">,
  movement: Pick<GuardedWithdrawal, "state" | "why"> | null,
): WithdrawalWait | null {
  if (status === "approved") return awaitsCash ? "funds" : null;
  if (status !== "processing" || movement === null) return null;
  if (movement.state === "held") return "review";
  return movement.state === "waiting" && movement.why === "screening_answer" ? "check" : null;
}
