import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { checkerApproval, makerEntry } from "../db/schema/staff.ts";
import type { MakerFact } from "../staff/rules/maker-facts.ts";
import type { Override } from "./second-look.ts";

/**
 * What a new price of a pair, or new terms of an asset, need a second person for: one beyond its band, and every later one until somebody has looked,
 * since it is compared with a price that only an operator vouches for.
 */
export async function madeByPrice(
  tx: Tx,
  about: "pair" | "asset",
  id: string,
  { anyway }: Override,
): Promise<MakerFact[]> {
  const open = await tx
    .select({ id: makerEntry.id })
    .from(makerEntry)
    .leftJoin(checkerApproval, and(eq(checkerApproval.entryId, makerEntry.id), isNull(checkerApproval.movementId)))
    .where(and(eq(makerEntry.about, about), eq(makerEntry.subject, id), isNull(checkerApproval.id)))
    .limit(1);
  return anyway || open.length > 0 ? [{ kind: "price", about, id }] : [];
}
