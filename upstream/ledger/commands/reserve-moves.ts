import { eq } from "drizzle-orm";
import { z } from "zod/v4";
import { asset } from "../../db/schema/index.ts";
import {
  amountArgument,
  anywayArgument,
  assetArgument,
  railArgument,
  reasonArgument,
} from "../../operator/arguments.ts";
import { command, refused } from "../../operator/command.ts";
import { knownRails } from "../../operator/known-rails.ts";
import { moveReserve } from "../../operator/reserve-booking.ts";
import { correctReserve } from "../../operator/reserve-correction.ts";
import { accounts } from "../rules/booking.ts";

const move = z.object({
  asset: assetArgument,
  amount: amountArgument,
  rail: railArgument.optional().describe("rail (default: the one that pays this asset out)"),
  reason: reasonArgument,
  anyway: anywayArgument,
});

const named = move.extend({
  tx: z.string().trim().min(1).max(200).optional().describe("transaction; the same one is booked once"),
});

/** Commands to record transfers of our own money at the rails. */
export const reserveMoveCommands = [
  command({
    name: "reserve fund",
    summary: "Records our own money added at a rail.",
    changes: { asks: "the amount is beyond the amount band" },
    positional: ["asset", "amount"],
    args: named,
    run: (ctx, args, operator) =>
      moveReserve(ctx, operator, args, "funding", ({ rail, reserve }) => ({
        do: "post",
        debit: rail,
        credit: reserve,
      })),
  }),
  command({
    name: "reserve take",
    summary: "Records our own money taken out at a rail, as profit.",
    changes: { asks: "the amount is beyond the amount band, or the rail would lack what is promised or owed" },
    positional: ["asset", "amount"],
    args: named,
    run: (ctx, args, operator) =>
      moveReserve(ctx, operator, args, "profit_taken", ({ rail, reserve }) => ({
        do: "post",
        debit: reserve,
        credit: rail,
      })),
  }),
  command({
    name: "reserve rebalance",
    summary: "Records money moved from one rail to another.",
    changes: { asks: "the rail it leaves would lack what is promised or owed" },
    positional: ["asset", "amount"],
    args: move.omit({ rail: true }).extend({ from: railArgument, to: railArgument }),
    async run(ctx, args, operator) {
      const [row] = await ctx.db.orm.select().from(asset).where(eq(asset.id, args.asset));
      if (!row) return refused(`Unknown asset: ${args.asset}.`);
      const rails = await knownRails(ctx, row.id);
      if (!rails.includes(args.to)) return refused(`${row.id} is held at ${rails.join(", ")}, not at ${args.to}.`);
      if (args.from === args.to) return refused("Both rails are the same.");
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
    summary: "Records a network or rail fee that was not reported; we bear it.",
    changes: { asks: "the fee is beyond the correction band" },
    positional: ["asset", "amount"],
    args: named.extend({
      kind: z
        .enum(["network", "rail"], { error: "Enter network or rail." })
        .default("network")
        .describe("network or rail"),
    }),
    run: (ctx, args, operator) =>
      moveReserve(ctx, operator, args, `${args.kind}_fee`, ({ rail, reserve }) => ({
        do: "forced",
        debit: reserve,
        credit: rail,
      })),
  }),
  command({
    name: "reserve correct",
    summary: "Corrects a rail's balance to the counted amount and books the difference.",
    changes: { asks: "the difference is beyond the correction band" },
    positional: ["asset", "amount"],
    args: move.extend({
      sending: z
        .enum(["counted", "gone"], { error: "Enter counted or gone." })
        .optional()
        .describe("whether what is being sent was still in the counted amount"),
      arriving: z
        .enum(["counted", "missing"], { error: "Enter counted or missing." })
        .optional()
        .describe("whether payments that are not final were in the counted amount"),
    }),
    run: (ctx, args, operator) => correctReserve(ctx, operator, args),
  }),
];
