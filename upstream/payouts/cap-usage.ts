import { and, eq, gt, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { payoutGuard } from "../db/schema/index.ts";
import { accounts } from "../ledger/rules/booking.ts";
import type { MovementState } from "../orders/rules/order-facts.ts";
import type { Movement } from "./movement.ts";

/** `why` of what its rail has, and whose end is not known yet. */
export const unconfirmed = "unconfirmed";

/** `why` of what its rail has had, and knows no more: the same is sent again. */
export const dropped = "dropped_by_rail";

/** Refused movements have consumed nothing; every other attempt counts, whatever became of it. */
export const consuming: MovementState[] = [
  "approved",
  "prepared",
  "broadcast",
  "settled",
  "reverted",
  "void",
  "returned",
];

const hourMs = 3_600_000;

/**
 * What counts against the caps of a rail and asset, minor units: what has left in the last hour and day, and what has passed
 * the caps and may still leave at any moment, however long ago that was. So no hour or day, wherever it begins, sees more
 * leave than its cap, also after the rail was stopped or away. `held`: what the rail has of the asset, with what of the day's is
 * settled, so that its account does not have it any more.
 */
export async function capUsage(
  tx: Tx,
  { rail, asset: of }: Pick<Movement, "rail" | "asset">,
  now: Date,
): Promise<{ hour: bigint; day: bigint; held: bigint }> {
  const since = (ms: number) => gt(payoutGuard.approvedAt, new Date(now.getTime() - ms));
  const counted = (window: SQL | undefined) =>
    sql<string | null>`sum(${payoutGuard.capAmount}) filter (where ${or(mayStillLeave, window)})`;
  const [used] = await tx
    .select({
      hour: counted(since(hourMs)),
      day: counted(since(24 * hourMs)),
      left: sql<string | null>`sum(${payoutGuard.capAmount}) filter (where ${eq(payoutGuard.state, "settled")})`,
      posted: sql<
        string | null
      >`(select debits_posted - credits_posted from account where id = ${accounts.rail(rail, of)})`,
    })
    .from(payoutGuard)
    .where(
      and(
        ...[eq(payoutGuard.capRail, rail), eq(payoutGuard.capAsset, of)],
        or(mayStillLeave, and(since(24 * hourMs), inArray(payoutGuard.state, consuming))),
      ),
    );
  const minor = (sum: string | null | undefined) => BigInt(sum ?? 0);
  return { hour: minor(used?.hour), day: minor(used?.day), held: minor(used?.posted) + minor(used?.left) };
}

/** It has passed the caps, and its rail is not known to have it. */
const mayStillLeave = or(
  inArray(payoutGuard.state, ["approved", "prepared"]),
  and(eq(payoutGuard.state, "broadcast"), sql`${payoutGuard.why} is distinct from ${unconfirmed}`),
);

/**
 * Since when an attempt counts that has left, or ended: since its rail was first known to have it. What comes back later
 * changes nothing.
 */
export function countsFrom({ state, why, approvedAt }: Movement, now: Date): Pick<Movement, "approvedAt"> {
  const isKnown = state === "settled" || (state === "broadcast" && why === unconfirmed);
  return { approvedAt: isKnown || approvedAt === null ? approvedAt : now };
}
