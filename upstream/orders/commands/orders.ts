import { eq } from "drizzle-orm";
import { z } from "zod/v4";
import { shownRef } from "../../../contract/order/order-number.ts";
import { order, orderNote } from "../../db/schema/index.ts";
import { noOrder } from "../../operator/apply-order-event.ts";
import { refArgument } from "../../operator/arguments.ts";
import { recordAudit } from "../../operator/audit.ts";
import { command, done } from "../../operator/command.ts";
import { orderDetails } from "./order-details.ts";

export const orderCommands = [
  command({
    name: "orders show",
    summary: "Everything about one order, and the next command.",
    positional: ["ref"],
    args: z.object({ ref: refArgument }),
    run: async (ctx, { ref }) => {
      const details = await orderDetails(ctx, ref);
      return details ? done(details) : noOrder(ref);
    },
  }),
  command({
    name: "orders note",
    summary: "Adds a note that only operators see.",
    changes: { asksNothing: "a note moves nothing" },
    positional: ["ref", "text"],
    args: z.object({
      ref: refArgument,
      text: z.string({ error: "Enter the note." }).trim().min(1).max(2000, "This is too long.").describe("the note"),
    }),
    run: async (ctx, { ref, text }, operator) => {
      const [row] = await ctx.db.orm.select().from(order).where(eq(order.ref, ref));
      if (!row) return noOrder(ref);
      await ctx.db.transaction(async (tx) => {
        const id = ctx.ids.newId("note");
        await tx.insert(orderNote).values({ id, orderRef: ref, actor: operator.name, text, at: ctx.clock.now() });
        const details = { before: null, after: text };
        await recordAudit(ctx, tx, operator, { action: "order_note", subject: ref, reason: null, details });
      });
      return done(`Note added to order ${shownRef(ref)}.`);
    },
  }),
];
