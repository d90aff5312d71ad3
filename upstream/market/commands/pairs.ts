import { asc, eq, isNotNull, or } from "drizzle-orm";
import { z } from "zod/v4";
import { formatDecimal, parseDecimal } from "../../../contract/values/decimal.ts";
import { asset, pair } from "../../db/schema/index.ts";
import { anywayArgument, flag, pairArgument, reasonArgument } from "../../operator/arguments.ts";
import { recordAudit } from "../../operator/audit.ts";
import { command, done, type Operator, type Outcome, refused } from "../../operator/command.ts";
import { openingConcerns } from "../../operator/concerns/rate-concern.ts";
import { termsConcerns } from "../../operator/concerns/terms-concern.ts";
import { farPriceText, openingTerms } from "../../operator/far-price.ts";
import { madeByPrice } from "../../operator/made-by-price.ts";
import { breakEvenText } from "../../operator/reports/break-even.ts";
import { secondLook } from "../../operator/second-look.ts";
import {
  bandReferences,
  changeLines,
  nothingToChange,
  realChanges,
  settingsEntry,
} from "../../operator/settings-entry.ts";
import type { Context } from "../../ports/context.ts";
import type { MarketPair } from "../../ports/market.ts";
import { readMarginHours } from "../rules/margin-hours.ts";
import { readMarginTiers } from "../rules/margin-tiers.ts";

const action = "pair_changed";
const named = z.object({ pair: pairArgument, reason: reasonArgument });
const several = z.object({
  pair: pairArgument.optional(),
  page: z.string().optional().describe("all pairs of a page, usdt-to-paypal"),
  asset: z.string().optional().describe("all pairs with this asset on either side"),
  all: flag("every pair"),
  reason: reasonArgument,
});
const basisPoints = (max: number) => z.coerce.number().int().min(0).max(max).optional();

export const pairCommands = [
  command({
    name: "pairs list",
    summary: "Pairs with status, margins, fees and limits, and the amount from which network fees are earned.",
    args: z.object({}),
    run: async (ctx) => {
      const decimals = await decimalsOf(ctx);
      const rows = await ctx.db.orm.select().from(pair).orderBy(asc(pair.sort));
      const { pairs } = await ctx.market.snapshot();
      return done(
        rows.map((row) => ({
          pair: row.id,
          status: row.status,
          page: row.page,
          margin_bps: row.marginBps,
          margin_hours: row.marginHours,
          margin_tiers: row.marginTiers,
          margin_now: pairs.get(row.id)?.row.marginBps ?? null,
          service_bps: row.serviceBps,
          payout_fee: formatDecimal(row.payoutFee, decimals(row.to)),
          ...chargedNow(ctx, pairs.get(row.id)),
          min_from: formatDecimal(row.minFrom, decimals(row.from)),
          max_from: formatDecimal(row.maxFrom, decimals(row.from)),
        })),
      );
    },
  }),
  command({
    name: "pairs pause",
    summary: "Pauses pairs: one, those of a page or an asset, or all. Active orders continue.",
    changes: { asksNothing: "pairs resume undoes it" },
    positional: ["pair"],
    args: several,
    run: (ctx, args, operator) => changeSeveral(ctx, operator, args, "paused"),
  }),
  command({
    name: "pairs resume",
    summary: "Resumes paused pairs: one, those of a page or an asset, or all.",
    changes: { asks: "a rate is further from the market's than the rate band" },
    positional: ["pair"],
    args: several.extend({ anyway: anywayArgument }),
    run: (ctx, args, operator) => changeSeveral(ctx, operator, args, "active"),
  }),
  command({
    name: "pairs set",
    summary: "Changes margin, fees or limits of a pair for new quotes.",
    changes: { asks: "a payout changes beyond the rate band, or the limits widen beyond the amount band" },
    positional: ["pair"],
    args: named.extend({
      anyway: anywayArgument,
      margin_bps: basisPoints(5_000).describe("margin in basis points"),
      margin_hours: z
        .string()
        .trim()
        .refine((text) => readMarginHours(text) !== undefined, {
          error: "Enter hours of UTC, fri 20-24 +50, sat-sun 0-24 +150.",
        })
        .optional()
        .describe('when the margin is wider, "fri 20-24 +50, sat-sun 0-24 +150" in UTC and basis points; "" for never'),
      margin_tiers: z
        .string()
        .trim()
        .optional()
        .describe('smaller margins from larger amounts sent, "500:150,5000:100" in basis points; "" for none'),
      service_bps: basisPoints(5_000).describe("service fee in basis points"),
      payout_fee: z.string().optional().describe("payout fee, in the asset received"),
      min_from: z.string().optional().describe("minimum amount sent"),
      max_from: z.string().optional().describe("maximum amount sent"),
    }),
    run: async (ctx, args, operator) => {
      const [row] = await ctx.db.orm.select().from(pair).where(eq(pair.id, args.pair));
      if (!row) return refused(`Unknown pair: ${args.pair}.`);
      const decimals = await decimalsOf(ctx);
      const payoutFee = minorOf(args.payout_fee, decimals(row.to));
      if (payoutFee === "wrong") return refused(`${args.payout_fee} is not an amount of ${row.to}.`);
      const minFrom = minorOf(args.min_from, decimals(row.from));
      if (minFrom === "wrong") return refused(`${args.min_from} is not an amount of ${row.from}.`);
      const maxFrom = minorOf(args.max_from, decimals(row.from));
      if (maxFrom === "wrong") return refused(`${args.max_from} is not an amount of ${row.from}.`);
      return change(ctx, operator, args, {
        ...(args.margin_bps !== undefined && { marginBps: args.margin_bps }),
        ...(args.margin_hours !== undefined && { marginHours: args.margin_hours }),
        ...(args.margin_tiers !== undefined && { marginTiers: args.margin_tiers }),
        ...(args.service_bps !== undefined && { serviceBps: args.service_bps }),
        ...(payoutFee !== undefined && { payoutFee }),
        ...(minFrom !== undefined && { minFrom }),
        ...(maxFrom !== undefined && { maxFrom }),
      });
    },
  }),
];

/** What the market charges and earns at this moment, beside what is set. */
function chargedNow(ctx: Context, current: MarketPair | undefined) {
  if (current === undefined) return {};
  const fee = formatDecimal(current.row.payoutFee, current.to.decimals);
  return { payout_fee_now: fee, break_even: breakEvenText(ctx, current) };
}

/** Hidden pairs stay hidden: `pairs open` puts a pair on sale for the first time. */
async function changeSeveral(
  ctx: Context,
  operator: Operator,
  args: z.infer<typeof several> & { anyway?: "yes" | undefined },
  status: "paused" | "active",
): Promise<Outcome> {
  const named = [args.pair, args.page, args.asset, args.all].filter((scope) => scope !== undefined);
  if (named.length !== 1) return refused("Enter a pair, or one of --page, --asset, --all.");
  const from = status === "paused" ? "active" : "paused";
  const concerns =
    status === "active" ? await openingConcerns(ctx, (row) => row.status === from && isNamed(row, args)) : [];
  const result = await ctx.db.transaction(async (tx) => {
    const matches = or(
      args.pair ? eq(pair.id, args.pair) : undefined,
      args.page ? eq(pair.page, args.page) : undefined,
      args.asset ? or(eq(pair.from, args.asset), eq(pair.to, args.asset)) : undefined,
      args.all && isNotNull(pair.id),
    );
    const rows = await tx.select().from(pair).where(matches).orderBy(asc(pair.sort)).for("no key update");
    const due = rows.filter((row) => row.status === from);
    const { override, refusal, madeOf } = await openingTerms(tx, args.anyway, concerns);
    if (refusal !== null) return { found: rows.length, due: [], refusal };
    for (const row of due) {
      await tx.update(pair).set({ status }).where(eq(pair.id, row.id));
      const details = { ...settingsEntry(row, { status }), ...override };
      const makerFacts = status === "active" ? await madeOf(row.id) : [];
      await recordAudit(ctx, tx, operator, { action, subject: row.id, reason: args.reason, details, makerFacts });
    }
    return { found: rows.length, due: due.map(({ id }) => id), refusal: null };
  });
  ctx.market.changed();
  if (result.refusal !== null) return refused(result.refusal);
  if (result.found === 0) return refused(args.pair ? `Unknown pair: ${args.pair}.` : "No such pair.");
  if (result.due.length === 0) return done(nothingToChange);
  return done(`${status === "paused" ? "Paused" : "Resumed"}: ${result.due.join(", ")}.`);
}

/** As the query of `changeSeveral` finds them. */
function isNamed(
  row: typeof pair.$inferSelect,
  { pair: id, page, asset: side, all }: z.infer<typeof several>,
): boolean {
  return all !== undefined || row.id === id || row.page === page || row.from === side || row.to === side;
}

const wrongTiers =
  "Enter margins by amount as 500:150,5000:100, each smaller than the one before it and than the margin of the pair.";
type Changes = Partial<typeof pair.$inferSelect>;

async function change(
  ctx: Context,
  operator: Operator,
  { pair: id, reason, anyway }: z.infer<typeof named> & { anyway?: "yes" | undefined },
  entered: Changes,
): Promise<Outcome> {
  if (Object.keys(entered).length === 0) return refused("Enter what to change.");
  const decimals = await decimalsOf(ctx);
  // Read before the transaction, which has the embedded database's only connection.
  const marketPair = (await ctx.market.snapshot()).pairs.get(id);
  const outcome = await ctx.db.transaction(async (tx) => {
    const [before] = await tx.select().from(pair).where(eq(pair.id, id)).for("no key update");
    if (!before) return refused(`Unknown pair: ${id}.`);
    const changes = realChanges(before, entered);
    if (Object.keys(changes).length === 0) return done(nothingToChange);
    // Both compare with the locked row: another operator may have changed the terms a moment ago.
    if ((changes.minFrom ?? before.minFrom) > (changes.maxFrom ?? before.maxFrom))
      return refused("The minimum is above the maximum.");
    const { marginBps, marginTiers } = { ...before, ...changes };
    const [sent] = await tx.select().from(asset).where(eq(asset.id, before.from));
    if (readMarginTiers(marginTiers, sent?.decimals ?? 0, marginBps) === undefined) return refused(wrongTiers);
    const references = await bandReferences(tx, { action, subject: id }, before, changes, ctx.clock.now());
    const concerns = references.flatMap((row) =>
      marketPair ? [termsConcerns(ctx, { ...marketPair, row }, changes)] : [],
    );
    const override = secondLook(
      anyway,
      concerns.flatMap(({ sentences }) => sentences),
    );
    const isPaused = before.status === "active" && concerns.some(({ isFarPrice }) => isFarPrice);
    const written = isPaused ? { ...changes, status: "paused" as const } : changes;
    const details = { ...settingsEntry(before, written), ...override };
    await tx.update(pair).set(written).where(eq(pair.id, id));
    const makerFacts = await madeByPrice(tx, "pair", id, override);
    await recordAudit(ctx, tx, operator, { action, subject: id, reason, details, makerFacts });
    const lines = changeLines(before, written, (column) => decimals(column === "payoutFee" ? before.to : before.from));
    return done(`Pair ${id} is changed.${isPaused ? await farPriceText(tx) : ""}${lines}`);
  });
  ctx.market.changed();
  return outcome;
}

function minorOf(typed: string | undefined, decimals: number): bigint | undefined | "wrong" {
  if (typed === undefined) return undefined;
  const amount = parseDecimal(typed, decimals);
  return typeof amount === "bigint" ? amount : "wrong";
}

async function decimalsOf(ctx: Context): Promise<(id: string) => number> {
  const rows = await ctx.db.orm.select({ id: asset.id, decimals: asset.decimals }).from(asset);
  return (id) => rows.find((row) => row.id === id)?.decimals ?? 0;
}
