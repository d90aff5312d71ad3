import { eq } from "drizzle-orm";
import type { Orm } from "../../db/database.ts";
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
  return !routine.has(kind) || wantsOrderEmails(db.orm, ownerId);
}

/** Whether the member wants emails about their orders besides those that are always sent; a guest, null, cannot turn them off. */
export async function wantsOrderEmails(orm: Pick<Orm, "select">, memberId: string | null): Promise<boolean> {
  if (memberId === null) return true;
  const [owner] = await orm.select({ wants: member.order_email }).from(member).where(eq(member.id, memberId));
  return owner?.wants ?? true;
}
