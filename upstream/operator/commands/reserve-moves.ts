import { eq } from "drizzle-orm";
import { z } from "zod/v4";
import { asset } from "../../db/schema/index.ts";
import { accounts } from "../../domain/ledger/booking.ts";
import { amountArgument, assetArgument, railArgument, reasonArgument } from "../arguments.ts";
import { command, refused } from "../command.ts";
import { knownRails } from "../known-rails.ts";
import { correctReserve, moveReserve } from "../reserve-booking.ts";

const move = z.object({
  asset: assetArgument,
  amount: amountArgument,
  rail: railArgument.optional().describe("at which rail; the one that pays this asset out when left out"),
  reason: reasonArgument,
});

/** Our own money, moved by people at the rails and told here. */
export const reserveMoveCommands = [
  command({
    name: "reserve fund",
    summary: "Money of ours was put in at a rail.",
    positional: ["asset", "amount"],
    args: move,
    run: (ctx, args, operator) =>
      moveReserve(ctx, operator, args, "funding", ({ rail, reserve }) => ({
        do: "post",
        debit: rail,
        credit: reserve,
      })),
  }),
  command({
    name: "reserve take",
    summary: "Money of ours was taken out at a rail, as profit.",
    positional: ["asset", "amount"],
    args: move,
    run: (ctx, args, operator) =>
      moveReserve(ctx, operator, args, "profit_taken", ({ rail, reserve }) => ({
        do: "post",
        debit: reserve,
        credit: rail,
      })),
  }),
  command({
    name: "reserve rebalance",
    summary: "Money was moved from one rail to another.",
    positional: ["asset", "amount"],
    args: move.omit({ rail: true }).extend({ from: railArgument, to: railArgument }),
    async run(ctx, args, operator) {
      const [row] = await ctx.db.orm.select().from(asset).where(eq(asset.id, args.asset));
      if (!row) return refused(`There is no asset ${args.asset}.`);
      const rails = await knownRails(ctx, row.id);
      if (!rails.includes(args.to)) return refused(`${row.id} lies at ${rails.join(", ")}, not at ${args.to}.`);
      if (args.from === args.to) return refused("From one rail to another: these are the same.");
      const to = accounts.rail(args.to, row.id);
      return moveReserve(ctx, operator, { ...args, rail: args.from }, "rebalance", ({ rail }) => ({
        do: "post",
        debit: to,
        credit: rail,
      }));
    },
  }),
  command({
    name: "reserve fee",
    summary: "A network or a rail took a fee that nobody told us of: a fact, ours to bear.",
    positional: ["asset", "amount"],
    args: move.extend({
      kind: z.enum(["network", "rail"], { error: "network or rail." }).default("network").describe("network or rail"),
      tx: z.string().trim().min(1).max(200).optional().describe("what for: the same one twice is booked once"),
    }),
    run: (ctx, args, operator) =>
      moveReserve(ctx, operator, args, `${args.kind}_fee`, ({ rail, reserve }) => ({
        do: "fact",
        debit: reserve,
        credit: rail,
      })),
  }),
  command({
    name: "reserve correct",
    summary: "What really lies at a rail, as counted there: the difference to the ledger is booked.",
    positional: ["asset", "amount"],
    args: move,
    run: (ctx, args, operator) => correctReserve(ctx, operator, args),
  }),
];
