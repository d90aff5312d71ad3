import { and, asc, desc, eq, inArray, or } from "drizzle-orm";
import { z } from "zod/v4";
import { shownRef } from "../../../contract/order/order-number.ts";
import { deliveredStatuses, emailMessage, order } from "../../db/schema/index.ts";
import { refusedOfLate } from "../../mail/delivery/refused-of-late.ts";
import { queueDelivery } from "../../mail/outbox/queue-email.ts";
import { noOrder } from "../../operator/apply-order-event.ts";
import { flag, limitArgument, reasonArgument, refArgument } from "../../operator/arguments.ts";
import { recordAudit } from "../../operator/audit.ts";
import { command, done, refused } from "../../operator/command.ts";

/** Commands about emails to customers and the operator. */
export const emailCommands = [
  command({
    name: "emails list",
    summary: "Emails, newest first, with delivery errors; a stored one is a file, sent to nobody.",
    args: z.object({
      order: refArgument.optional(),
      unsent: flag("only those that still wait, and those of the last three days that were refused"),
      limit: limitArgument,
    }),
    async run(ctx, { order: ref, unsent, limit }) {
      const isUnsent = or(eq(emailMessage.status, "queued"), refusedOfLate(ctx.clock.now()));
      const rows = await ctx.db.orm
        .select()
        .from(emailMessage)
        .where(and(ref ? eq(emailMessage.orderRef, ref) : undefined, unsent ? isUnsent : undefined))
        .orderBy(desc(emailMessage.createdAt), asc(emailMessage.id))
        .limit(limit);
      return done(rows.map(shownEmail));
    },
  }),
  command({
    name: "emails show",
    summary: "One email as it was sent, without the order token.",
    positional: ["id"],
    args: z.object({ id: z.string({ error: "Enter the id from `emails list`." }).describe("id, as in `emails list`") }),
    async run(ctx, { id }) {
      const [row] = await ctx.db.orm.select().from(emailMessage).where(eq(emailMessage.id, id));
      if (!row) return refused(`Unknown email: ${id}.`);
      return done({ ...shownEmail(row), subject: row.subject, text: [row.text?.trimEnd() ?? "Not written yet."] });
    },
  }),
  command({
    name: "emails resend",
    summary: "Resends an email of an order with the same text and a current link.",
    changes: { asksNothing: "the customer had this email already" },
    positional: ["ref"],
    args: z.object({
      ref: refArgument,
      kind: z.string().optional().describe("kind, as in `emails list` (default: the last one)"),
      reason: reasonArgument,
    }),
    run: async (ctx, { ref, kind, reason }, operator) => {
      const outcome = await ctx.db.transaction(async (tx) => {
        const [row] = await tx.select().from(order).where(eq(order.ref, ref)).for("no key update");
        if (!row) return noOrder(ref);
        const matches = kind === undefined ? eq(emailMessage.to, row.email ?? "") : eq(emailMessage.kind, kind);
        const [sent] = await tx
          .select()
          .from(emailMessage)
          .where(and(eq(emailMessage.orderRef, ref), inArray(emailMessage.status, deliveredStatuses), matches))
          .orderBy(desc(emailMessage.createdAt))
          .limit(1);
        if (!sent) return refused(`Order ${shownRef(ref)} has no such email.`);
        const version = `again-${ctx.ids.newId("ln")}`;
        await queueDelivery(tx, ctx, { ref, kind: sent.kind, version, copyOf: sent.id });
        const details = { email: sent.id, to: sent.to, again: `${ref}:${sent.kind}:${version}` };
        await recordAudit(ctx, tx, operator, { action: "letter_resent", subject: ref, reason, details });
        return done(`The email "${sent.subject ?? sent.kind}" is being resent to ${sent.to}.`);
      });
      ctx.jobs.wakeWorkers();
      return outcome;
    },
  }),
];

type EmailRow = typeof emailMessage.$inferSelect;

const shownEmail = ({ id, orderRef, kind, to, status, failures, failure, createdAt, sentAt }: EmailRow) => ({
  id,
  order: orderRef && shownRef(orderRef),
  kind,
  to,
  status,
  failures,
  failure,
  created_at: createdAt.toISOString(),
  sent_at: sentAt?.toISOString() ?? null,
});
