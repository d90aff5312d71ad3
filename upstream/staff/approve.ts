import { eq } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { checkerApproval, makerEntry, signedCommand, staffCredential } from "../db/schema/staff.ts";
import type { Context } from "../ports/context.ts";

/** One entry with the person who made it; undefined where there is none. */
export async function findEntry(tx: Pick<Tx, "select">, id: string) {
  const [row] = await tx
    .select({ entry: makerEntry, maker: staffCredential.staffId })
    .from(makerEntry)
    .leftJoin(signedCommand, eq(signedCommand.id, makerEntry.commandId))
    .leftJoin(staffCredential, eq(staffCredential.id, signedCommand.credentialId))
    .where(eq(makerEntry.id, id));
  return row && { ...row.entry, maker: row.maker };
}

type Approval = { entryId: string | null; movementId: string | null; commandId: string };

/** Stores the second person's word; that it is one is decided from its signature wherever it counts. */
export async function recordApproval(
  { ids }: Pick<Context, "ids">,
  tx: Tx,
  approval: Approval,
  at: Date,
): Promise<void> {
  await tx.insert(checkerApproval).values({ id: ids.newId("ca"), ...approval, at });
}
