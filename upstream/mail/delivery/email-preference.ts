import { eq } from "drizzle-orm";
import { member } from "../../db/schema/accounts.ts";
import type { order } from "../../db/schema/index.ts";
import type { Context } from "../../ports/context.ts";
import type { EmailKind, OperatorEmailKind } from "../email-texts.ts";

/**
 * Progress emails, which a member may turn off. Emails about due payments, decisions and the customer's money are
 * always sent.
 */
const routine: ReadonlySet<string> = new Set<EmailKind>([
  "payment_seen",
  "paid",
  "completed",
  "expired",
  "cancelled",
  "resumed",
]);

/** Whether the order's member wants this email; guests get all. */
export async function wantsEmail(
  { db }: Pick<Context, "db">,
  kind: EmailKind | OperatorEmailKind,
  { ownerId }: typeof order.$inferSelect,
): Promise<boolean> {
  if (ownerId === null || !routine.has(kind)) return true;
  const [owner] = await db.orm.select({ wants: member.orderLetters }).from(member).where(eq(member.id, ownerId));
  return owner?.wants ?? true;
}
