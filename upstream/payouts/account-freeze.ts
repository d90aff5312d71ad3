import { eq } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { Orm } from "../db/database.ts";
import { member, withdrawal } from "../db/schema/index.ts";
import { isCaught } from "../domain/withdrawals/freeze.ts";
import { holdFrozen, moveFrom } from "./hold.ts";
import type { OutgoingRow } from "./permit.ts";

/**
 * Whether a freeze of its member's account has caught a withdrawal, so that it must not leave. Locks the member: a freeze
 * that begins at the same time either waits for this transaction, or is seen by it.
 */
async function isCaughtByFreeze(
  reader: Pick<Orm, "select">,
  { withdrawalId }: Pick<OutgoingRow, "withdrawalId">,
): Promise<boolean> {
  if (withdrawalId === null) return false;
  const [row] = await reader
    .select({ withdrawal, frozenUntil: member.withdrawalsFrozenUntil })
    .from(withdrawal)
    .innerJoin(member, eq(member.id, withdrawal.memberId))
    .where(eq(withdrawal.id, withdrawalId))
    .for("share", { of: member });
  return row !== undefined && isCaught(row.withdrawal, row.frozenUntil);
}

/** Holds a withdrawal that a freeze has caught before it can go any further; false for every other movement. */
export async function holdIfFrozen(ctx: Pick<Context, "clock" | "db">, movement: OutgoingRow): Promise<boolean> {
  if (movement.withdrawalId === null) return false;
  return ctx.db.transaction(async (tx) => {
    if (!(await isCaughtByFreeze(tx, movement))) return false;
    await holdFrozen(tx, movement.id, ctx.clock.now());
    return true;
  });
}

/**
 * The last step before a movement is sent: from here on a freeze of the account does not stop it. Returns whether it may be
 * sent now.
 */
export function release(ctx: Pick<Context, "clock" | "db">, movement: OutgoingRow): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const stateAt = ctx.clock.now();
    if (await isCaughtByFreeze(tx, movement)) {
      await holdFrozen(tx, movement.id, stateAt);
      return false;
    }
    return moveFrom(tx, movement, { state: "broadcast", stateAt });
  });
}
