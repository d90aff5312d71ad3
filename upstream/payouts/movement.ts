import { eq, getTableColumns, sql } from "drizzle-orm";
import type { Orm, Tx } from "../db/database.ts";
import { outgoing, payoutGuard } from "../db/schema/index.ts";
import type { OutgoingRow } from "../ports/payout-owner.ts";
import type { MoneySource, SecondPersonNeed } from "./rules/payout-policy.ts";

type GuardRow = Omit<typeof payoutGuard.$inferSelect, "outgoingId">;

/**
 * A movement of money out: what its owner has asked for, and how far the payout guard is with it. `source`: whose money it
 * is; null where nobody has decided that, since an earlier version asked for it.
 */
export type Movement = OutgoingRow & GuardRow & { secondPerson: SecondPersonNeed; source: MoneySource | null };

const { outgoingId: _id, ...guardColumns } = getTableColumns(payoutGuard);
/** For queries of their own that join the guard's table. */
export const movementColumns = {
  ...getTableColumns(outgoing),
  ...guardColumns,
  // A join would lock the row of the clearance, too, which the service may not change.
  secondPerson: sql<SecondPersonNeed>`(select second_person from payout_clearance c where c.id = ${outgoing.id})`,
  source: sql<MoneySource | null>`(select source from payout_clearance c
    where c.id = ${outgoing.id} and c.rule <> 'confirmed_before')`,
};

/** A query of movements, to be narrowed with `where`. */
export function selectMovements(reader: Pick<Orm, "select">) {
  return reader
    .select(movementColumns)
    .from(outgoing)
    .innerJoin(payoutGuard, eq(payoutGuard.outgoingId, outgoing.id))
    .$dynamic();
}

export async function readMovement(reader: Pick<Orm, "select">, id: string): Promise<Movement | undefined> {
  const [movement] = await selectMovements(reader).where(eq(outgoing.id, id));
  return movement;
}

/** The same, locked until the end of the transaction: after the owner's row, before the ledger's accounts. */
export async function lockMovement(tx: Tx, id: string): Promise<Movement | undefined> {
  const [movement] = await selectMovements(tx).where(eq(outgoing.id, id)).for("update");
  return movement;
}

/**
 * The same for a decision about the caps: those of one rail and asset are taken one after the other. Nobody who has locked a
 * movement waits for its turn.
 */
export async function lockInTurn(
  tx: Tx,
  { id, rail, asset }: Pick<Movement, "id" | "rail" | "asset">,
): Promise<Movement | undefined> {
  const turn = sql`pg_advisory_xact_lock(hashtextextended(${`payouts ${rail} ${asset}`}, 0))`;
  const [row] = await tx
    .select({ movement: movementColumns, turn })
    .from(outgoing)
    .innerJoin(payoutGuard, eq(payoutGuard.outgoingId, outgoing.id))
    .where(eq(outgoing.id, id))
    .for("update");
  return row?.movement;
}
