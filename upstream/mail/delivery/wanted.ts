import { eq } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { member } from "../../db/schema/accounts.ts";
import type { order } from "../../db/schema/index.ts";
import type { LetterKind, OperatorLetterKind } from "../letter-words.ts";

/** Letters that only say how an order goes on. What must be paid, decided or known of one's money is always told. */
const routine: ReadonlySet<string> = new Set<LetterKind>([
  "payment_seen",
  "paid",
  "completed",
  "expired",
  "cancelled",
  "resumed",
]);

/** Whether its member wants this letter about an order; a guest gets every one. */
export async function isWanted(
  { db }: Pick<Context, "db">,
  kind: LetterKind | OperatorLetterKind,
  { ownerId }: typeof order.$inferSelect,
): Promise<boolean> {
  if (ownerId === null || !routine.has(kind)) return true;
  const [owner] = await db.orm.select({ wants: member.orderLetters }).from(member).where(eq(member.id, ownerId));
  return owner?.wants ?? true;
}
