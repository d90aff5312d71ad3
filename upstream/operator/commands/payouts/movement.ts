import { eq } from "drizzle-orm";
import { z } from "zod/v4";
import type { Context } from "../../../context.ts";
import type { Orm } from "../../../db/database.ts";
import { outgoing } from "../../../db/schema/index.ts";
import type { OutgoingRow } from "../../../payouts/permit.ts";

export const movementArgument = z
  .string({ error: "Enter the payout." })
  .trim()
  .max(80)
  .describe("payout or refund, as in `payouts list`");

export async function findMovement(ctx: Pick<Context, "db">, id: string): Promise<OutgoingRow | undefined> {
  const [row] = await ctx.db.orm.select().from(outgoing).where(eq(outgoing.id, id));
  return row;
}

/** The same, locked until the end of the transaction. */
export async function lockMovement(tx: Pick<Orm, "select">, id: string): Promise<OutgoingRow | undefined> {
  const [row] = await tx.select().from(outgoing).where(eq(outgoing.id, id)).for("update");
  return row;
}
