import { asc, eq } from "drizzle-orm";
import { z } from "zod/v4";
import type { Context } from "../../context.ts";
import { asset } from "../../db/schema/index.ts";
import { accounts } from "../../domain/booking.ts";
import { formatDecimal, parseAmount } from "../../domain/money.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { book } from "../../ledger/book.ts";
import { available, publicReserves, shortfalls } from "../../ledger/read.ts";
import { amountArgument, assetArgument, reasonArgument } from "../arguments.ts";
import { record } from "../audit.ts";
import { command, done, type Operator, type Outcome, refused } from "../command.ts";

const move = z.object({ asset: assetArgument, amount: amountArgument, reason: reasonArgument });

export const reserveCommands = [
  command({
    name: "reserve list",
    summary: "Our own money by asset: what can be promised, what lies at the rails, what facts took beyond it.",
    args: z.object({}),
    run: async (ctx) => {
      const assets = await ctx.db.orm.select().from(asset).orderBy(asc(asset.sort));
      const shown = await publicReserves(ctx.db.orm);
      const missing = await shortfalls(ctx.db.orm);
      const rows = assets.map(async ({ id, decimals }) => {
        const rail = ctx.rails.payoutFor(id).id;
        return {
          asset: id,
          reserve: formatDecimal(await available(ctx.db.orm, accounts.reserve(id)), decimals),
          shown: formatDecimal(shown.get(id) ?? 0n, decimals),
          rail,
          at_rail: formatDecimal(await available(ctx.db.orm, accounts.rail(rail, id)), decimals),
          shortfall: formatDecimal(missing.get(id) ?? 0n, decimals),
        };
      });
      return done(await Promise.all(rows));
    },
  }),
  command({
    name: "reserve fund",
    summary: "Money of ours was put in at the rail that pays this asset out.",
    positional: ["asset", "amount"],
    args: move,
    run: (ctx, args, operator) => moveReserve(ctx, args, operator, "funding"),
  }),
  command({
    name: "reserve take",
    summary: "Money of ours was taken out at the rail that pays this asset out.",
    positional: ["asset", "amount"],
    args: move,
    run: (ctx, args, operator) => moveReserve(ctx, args, operator, "profit_taken"),
  }),
];

async function moveReserve(
  ctx: Context,
  args: z.infer<typeof move>,
  operator: Operator,
  code: "funding" | "profit_taken",
): Promise<Outcome> {
  const [row] = await ctx.db.orm.select().from(asset).where(eq(asset.id, args.asset));
  if (!row) return refused(`There is no asset ${args.asset}.`);
  const amount = parseAmount(args.amount, row.decimals);
  if (typeof amount === "string") return refused(`${args.amount} is not an amount of ${row.id}.`);

  const rail = accounts.rail(ctx.rails.payoutFor(row.id).id, row.id);
  const reserve = accounts.reserve(row.id);
  const [debit, credit] = code === "funding" ? [rail, reserve] : [reserve, rail];
  const id = ctx.ids.newId("res");
  const booked = await ctx.db.transaction(async (tx) => {
    const result = await book(tx, [{ do: "post", id, debit, credit, asset: row.id, amount, code }], ctx.clock.now());
    if (isRefusal(result)) return result;
    const details = { amount: args.amount, transfer: id };
    await record(ctx, tx, operator, { action: code, subject: row.id, reason: args.reason, details });
  });
  if (isRefusal(booked)) return refused(`The free reserve of ${row.id} does not reach that far.`);
  ctx.market.changed();
  const left = await available(ctx.db.orm, reserve);
  return done(`The reserve of ${row.id} is now ${formatDecimal(left, row.decimals)}.`);
}
