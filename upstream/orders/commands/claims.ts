import { and, eq } from "drizzle-orm";
import { z } from "zod/v4";
import { shownRef } from "../../../contract/order/order-number.ts";
import { order, orderTaken } from "../../db/schema/index.ts";
import { noOrder } from "../../operator/apply-order-event.ts";
import { flag, reasonArgument, refArgument } from "../../operator/arguments.ts";
import { recordAudit } from "../../operator/audit.ts";
import { command, done, refused } from "../../operator/command.ts";
import { claimConcern, claimOfAnother, claimSeconds } from "../../operator/order-claims.ts";
import { secondLook } from "../../operator/second-look.ts";

/** Claims on orders: other operators see them and cannot change the order by mistake. */
export const orderClaimCommands = [
  command({
    name: "orders take",
    summary: "Claims an order for half an hour: other operators see it and cannot change the order.",
    positional: ["ref"],
    changes: { asks: "another operator is on the order" },
    args: z.object({
      ref: refArgument,
      anyway: flag("take it over from another operator; needs a reason"),
      reason: reasonArgument.optional(),
    }),
    async run(ctx, { ref, anyway, reason }, operator) {
      if (anyway && !reason) return refused('Enter a reason with --reason "...".');
      const at = ctx.clock.now();
      const until = new Date(at.getTime() + claimSeconds * 1000);
      const outcome = await ctx.db.transaction(async (tx) => {
        // Locks the order: of two concurrent claims, the second sees the first.
        const [row] = await tx.select({ ref: order.ref }).from(order).where(eq(order.ref, ref)).for("no key update");
        if (!row) return noOrder(ref);
        const other = await claimOfAnother(tx, ref, operator, at);
        const override = secondLook(anyway, [claimConcern(ref, other)]);
        const claim = { orderRef: ref, actor: operator.name, at, until };
        await tx.insert(orderTaken).values(claim).onConflictDoUpdate({ target: orderTaken.orderRef, set: claim });
        const details = { before: other?.actor ?? null, after: operator.name, until: until.toISOString(), ...override };
        await recordAudit(ctx, tx, operator, { action: "order_taken", subject: ref, reason: reason ?? null, details });
        return done(`Order ${shownRef(ref)} is claimed by you until ${until.toISOString().slice(11, 16)} UTC.`);
      });
      return outcome;
    },
  }),
  command({
    name: "orders leave",
    summary: "Releases your claim on an order.",
    changes: { asksNothing: "it only ends your own claim" },
    positional: ["ref"],
    args: z.object({ ref: refArgument }),
    run: (ctx, { ref }, operator) =>
      ctx.db.transaction(async (tx) => {
        const left = await tx
          .delete(orderTaken)
          .where(and(eq(orderTaken.orderRef, ref), eq(orderTaken.actor, operator.name)))
          .returning();
        if (left.length === 0) return refused(`You have no claim on order ${shownRef(ref)}.`);
        const details = { before: operator.name, after: null };
        await recordAudit(ctx, tx, operator, { action: "order_left", subject: ref, reason: null, details });
        return done(`Order ${shownRef(ref)} is released.`);
      }),
  }),
];
