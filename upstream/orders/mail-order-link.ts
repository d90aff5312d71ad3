import { and, count, eq, gt } from "drizzle-orm";
import { parseRef } from "../../contract/order/order-number.ts";
import type { Tx } from "../db/database.ts";
import { order } from "../db/schema/orders.ts";
import { emailMessage } from "../db/schema/service.ts";
import { queueDelivery } from "../mail/outbox/queue-email.ts";
import type { Context } from "../ports/context.ts";
import { readEmail } from "../shared/rules/fields/email.ts";

const maxEmailsPerHour = 5;
/** No order has this number, so the email for it is never sent. */
const noOrder = "-";

/**
 * Emails an order's link again if number and email match, a few times an hour. Reveals nothing: a mismatch sends the
 * same job in the same transaction, for an order that does not exist.
 */
export async function mailOrderLink(
  ctx: Pick<Context, "db" | "ids" | "jobs">,
  typedRef: string,
  typedEmail: string,
  now: Date,
): Promise<void> {
  const ref = parseRef(typedRef) ?? noOrder;
  const email = readEmail(typedEmail)?.toLowerCase();
  await ctx.db.transaction(async (tx) => {
    const [row] = await tx.select({ email: order.email }).from(order).where(eq(order.ref, ref));
    const written = await linksSent(tx, ref, new Date(now.getTime() - 3_600_000));
    const isTheirs = row?.email != null && row.email.toLowerCase() === email && written < maxEmailsPerHour;
    await queueDelivery(tx, ctx, { ref: isTheirs ? ref : noOrder, kind: "link", version: ctx.ids.newId("ln") });
  });
  ctx.jobs.wakeWorkers();
}

async function linksSent(tx: Tx, ref: string, since: Date): Promise<number> {
  const [row] = await tx
    .select({ emails: count() })
    .from(emailMessage)
    .where(and(eq(emailMessage.orderRef, ref), eq(emailMessage.kind, "link"), gt(emailMessage.createdAt, since)));
  return row?.emails ?? 0;
}
