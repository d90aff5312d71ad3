import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Orm, Tx } from "../../db/database.ts";
import { order } from "../../db/schema/orders.ts";
import { reviewRefusal } from "../../db/schema/reviews.ts";
import { mailboxOf } from "../../mail/rules/mailbox.ts";
import type { Context } from "../../ports/context.ts";

/** Ends invitations to the mailbox of an order, for ever. */
export async function declineInvitations({ db }: Pick<Context, "db">, ref: string, now: Date): Promise<void> {
  const [row] = await db.orm.select({ email: order.email }).from(order).where(eq(order.ref, ref));
  if (!row?.email) return;
  await db.orm
    .insert(reviewRefusal)
    .values({ mailbox: hashOf(row.email), at: now })
    .onConflictDoNothing();
}

export async function hasDeclined(orm: Orm | Tx, email: string): Promise<boolean> {
  const refusals = await orm
    .select()
    .from(reviewRefusal)
    .where(eq(reviewRefusal.mailbox, hashOf(email)));
  return refusals.length > 0;
}

/** Not keyed: a refusal must outlast every secret. */
const hashOf = (email: string) =>
  createHash("sha256")
    .update(`reviews:${mailboxOf(email)}`)
    .digest("base64url");
