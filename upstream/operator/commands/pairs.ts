import { asc, eq } from "drizzle-orm";
import { z } from "zod/v4";
import type { Context } from "../../context.ts";
import { asset, pair } from "../../db/schema/index.ts";
import { formatDecimal, parseDecimal } from "../../domain/money.ts";
import { pairArgument, reasonArgument } from "../arguments.ts";
import { record } from "../audit.ts";
import { command, done, type Operator, type Outcome, refused } from "../command.ts";

const named = z.object({ pair: pairArgument, reason: reasonArgument });
const basisPoints = (most: number) => z.coerce.number().int().min(0).max(most).optional();

export const pairCommands = [
  command({
    name: "pairs list",
    summary: "What is on sale, with margins, fees and limits.",
    args: z.object({}),
    run: async (ctx) => {
      const decimals = await decimalsOf(ctx);
      const rows = await ctx.db.orm.select().from(pair).orderBy(asc(pair.sort));
      return done(
        rows.map((row) => ({
          pair: row.id,
          status: row.status,
          page: row.page,
          margin_bps: row.marginBps,
          service_bps: row.serviceBps,
          payout_fee: formatDecimal(row.payoutFee, decimals(row.to)),
          min_from: formatDecimal(row.minFrom, decimals(row.from)),
          max_from: formatDecimal(row.maxFrom, decimals(row.from)),
        })),
      );
    },
  }),
  command({
    name: "pairs pause",
    summary: "Takes a pair off sale; orders that run go on.",
    positional: ["pair"],
    args: named,
    run: (ctx, args, operator) => change(ctx, operator, args, { status: "paused" }),
  }),
  command({
    name: "pairs resume",
    summary: "Puts a pair on sale again.",
    positional: ["pair"],
    args: named,
    run: (ctx, args, operator) => change(ctx, operator, args, { status: "active" }),
  }),
  command({
    name: "pairs set",
    summary: "Changes margin, fees or limits of a pair, for quotes from now on.",
    positional: ["pair"],
    args: named.extend({
      margin_bps: basisPoints(5_000).describe("margin in basis points"),
      service_bps: basisPoints(5_000).describe("service fee in basis points"),
      payout_fee: z.string().optional().describe("payout fee, in the asset received"),
      min_from: z.string().optional().describe("least amount sent"),
      max_from: z.string().optional().describe("greatest amount sent"),
    }),
    run: async (ctx, args, operator) => {
      const [row] = await ctx.db.orm.select().from(pair).where(eq(pair.id, args.pair));
      if (!row) return refused(`There is no pair ${args.pair}.`);
      const decimals = await decimalsOf(ctx);
      const payoutFee = minorOf(args.payout_fee, decimals(row.to));
      if (payoutFee === "wrong") return refused(`${args.payout_fee} is not an amount of ${row.to}.`);
      const minFrom = minorOf(args.min_from, decimals(row.from));
      if (minFrom === "wrong") return refused(`${args.min_from} is not an amount of ${row.from}.`);
      const maxFrom = minorOf(args.max_from, decimals(row.from));
      if (maxFrom === "wrong") return refused(`${args.max_from} is not an amount of ${row.from}.`);
      if ((minFrom ?? row.minFrom) > (maxFrom ?? row.maxFrom)) return refused("The minimum is above the maximum.");
      const changes = { marginBps: args.margin_bps, serviceBps: args.service_bps, payoutFee, minFrom, maxFrom };
      return change(ctx, operator, args, changes);
    },
  }),
];

type Changes = Partial<typeof pair.$inferSelect>;

async function change(
  ctx: Context,
  operator: Operator,
  { pair: id, reason }: z.infer<typeof named>,
  changes: Changes,
): Promise<Outcome> {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  if (given.length === 0) return refused("Say what to change.");
  const found = await ctx.db.transaction(async (tx) => {
    const [before] = await tx.select().from(pair).where(eq(pair.id, id)).for("update");
    if (!before) return false;
    await tx.update(pair).set(Object.fromEntries(given)).where(eq(pair.id, id));
    const was = Object.entries(before).filter(([name]) => given.some(([changed]) => changed === name));
    const details = { before: readable(was), after: readable(given) };
    await record(ctx, tx, operator, { action: "pair_changed", subject: id, reason, details });
    return true;
  });
  ctx.market.changed();
  return found ? done(`The pair ${id} is changed.`) : refused(`There is no pair ${id}.`);
}

/** JSON knows no bigint: amounts stand in the audit as minor units in text. */
const readable = (entries: [string, unknown][]) =>
  Object.fromEntries(entries.map(([name, value]) => [name, typeof value === "bigint" ? value.toString() : value]));

function minorOf(typed: string | undefined, decimals: number): bigint | undefined | "wrong" {
  if (typed === undefined) return undefined;
  const amount = parseDecimal(typed, decimals);
  return typeof amount === "bigint" ? amount : "wrong";
}

async function decimalsOf(ctx: Context): Promise<(id: string) => number> {
  const rows = await ctx.db.orm.select({ id: asset.id, decimals: asset.decimals }).from(asset);
  return (id) => rows.find((row) => row.id === id)?.decimals ?? 0;
}
