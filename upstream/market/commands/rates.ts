import { asc, eq } from "drizzle-orm";
import { z } from "zod/v4";
import { pair, referenceRate } from "../../db/schema/index.ts";
import {
  anywayArgument,
  assetArgument,
  momentArgument,
  pairArgument,
  reasonArgument,
} from "../../operator/arguments.ts";
import { recordAudit } from "../../operator/audit.ts";
import { command, done, refused } from "../../operator/command.ts";
import { feeRateConcern, rateConcern } from "../../operator/concerns/rate-concern.ts";
import { pauseFarRate } from "../../operator/far-price.ts";
import { madeByPrice } from "../../operator/made-by-price.ts";
import { secondLook } from "../../operator/second-look.ts";
import type { Context } from "../../ports/context.ts";
import { loadRegister } from "../../staff/register.ts";
import { feedHealth } from "../prices/feed-health.ts";
import { isPricedByMarket, marketColumns } from "../prices/price-report.ts";
import { setFeeRate } from "../rates/fee-rates.ts";
import { marketRate } from "../rates/market-rate.ts";
import { isCurrencyAsset } from "../rules/currency-assets.ts";
import { readRate } from "../rules/rate.ts";

export const rateCommands = [
  command({
    name: "rates list",
    summary:
      "Reference rates, current rates, margins with what is added to them now, and by RATES=market the price of each source and why a pair is paused.",
    args: z.object({}),
    run: async (ctx) => {
      await ctx.rates.refresh();
      const rows = await ctx.db.orm
        .select({ id: pair.id, rate: referenceRate.rate, updatedAt: referenceRate.updatedAt })
        .from(pair)
        .leftJoin(referenceRate, eq(referenceRate.pairId, pair.id))
        .orderBy(asc(pair.sort));
      const now = ctx.clock.now();
      const columns = await marketColumns(ctx, now);
      const { pairs: sold } = await ctx.market.snapshot();
      const pairs = rows.map(({ id, rate, updatedAt }) => {
        const current = ctx.rates.current(id, now);
        return {
          pair: id,
          table: rate,
          set_at: updatedAt?.toISOString() ?? null,
          now: current?.rate ?? null,
          source: current?.source ?? "none: the pair is paused",
          margin_now: sold.get(id)?.row.marginBps ?? null,
          added_by_hour: sold.get(id)?.added.hoursBps ?? null,
          added_by_held: sold.get(id)?.added.heldBps ?? null,
          ...columns.get(id),
        };
      });
      const feeds = await feedHealth(ctx.db.orm, ctx.env, now);
      if (feeds.length === 0) return done(pairs);
      const sources = feeds.map(({ feed, answeredAt, fault, awaySeconds, unchangedSince }) => ({
        ...{ source: feed, answered_at: answeredAt?.toISOString() ?? null },
        fault: unchangedSince ? `unchanged: has not changed since ${unchangedSince.toISOString()}` : fault,
        away_minutes: Math.floor(awaySeconds / 60),
      }));
      return done({ pairs, sources });
    },
  }),
  command({
    name: "rates set",
    summary: "Sets the reference rate of a pair: units received for one unit sent, before margin and fee.",
    changes: {
      asks: "the rate is further than the rate band from the pair's last day, its way back and its other networks",
    },
    positional: ["pair", "rate"],
    args: z.object({
      pair: pairArgument,
      rate: z.string({ error: "Enter the rate." }).describe("decimal, 0.9990"),
      until: momentArgument
        .optional()
        .describe("when it ends; needed, and at most 7 days, where the market prices the pair"),
      reason: reasonArgument,
      anyway: anywayArgument,
    }),
    run: async (ctx, args, operator) => {
      if (!readRate(args.rate)) return refused(`${args.rate} is not a rate: enter a decimal number above zero.`);
      const [row] = await ctx.db.orm.select().from(pair).where(eq(pair.id, args.pair));
      if (!row) return refused(`Unknown pair: ${args.pair}.`);

      const until = args.until ?? null;
      const fault = await untilFault(ctx, row.id, until);
      if (fault !== null) return refused(fault);
      await ctx.rates.refresh();
      const sources = { orm: ctx.db.orm, rates: ctx.rates, market: await ctx.market.snapshot() };
      const market = await marketRate(sources, row.id, ctx.clock.now());
      const notices = await ctx.db.transaction(async (tx) => {
        const [before] = await tx.select().from(referenceRate).where(eq(referenceRate.pairId, row.id)).for("update");
        const concern = rateConcern(ctx, row.id, args.rate, { market, table: before?.rate ?? null });
        const override = secondLook(args.anyway, [concern?.sentence ?? null]);
        const fresh = {
          pairId: row.id,
          rate: args.rate,
          source: "operator",
          updatedAt: ctx.clock.now(),
          until,
        } as const;
        await tx.insert(referenceRate).values(fresh).onConflictDoUpdate({ target: referenceRate.pairId, set: fresh });
        const ends = until === null ? {} : { until: until.toISOString() };
        const details = { before: before?.rate ?? null, after: args.rate, ...ends, ...override };
        const makerFacts = await madeByPrice(tx, "pair", row.id, override);
        await recordAudit(ctx, tx, operator, {
          action: "rate_set",
          subject: row.id,
          reason: args.reason,
          details,
          makerFacts,
        });
        const waits = until !== null && makerFacts.length > 0 && !(await loadRegister(tx)).isEmpty ? waitsText : "";
        const far = concern?.isFar
          ? await pauseFarRate(ctx, tx, operator, { pairId: row.id, reason: args.reason })
          : "";
        return `${waits}${far}`;
      });
      ctx.market.changed();
      const ending = until === null ? "" : ` until ${until.toISOString()}`;
      return done(`The reference rate of ${row.id} is now ${args.rate}${ending}.${notices}`);
    },
  }),
  command({
    name: "rates fee",
    summary: "Sets what an asset in no pair is worth, for reports and the limits of members; nothing is sold by it.",
    changes: { asks: "the rate is further from the last one than the rate band" },
    positional: ["asset", "rate"],
    args: z.object({
      asset: assetArgument,
      rate: z.string({ error: "Enter the rate." }).describe("decimal, 0.2846"),
      in: z.string().default("paypal-usd").describe("asset that it is valued in"),
      reason: reasonArgument,
      anyway: anywayArgument,
    }),
    run: async (ctx, args, operator) => {
      if (!readRate(args.rate)) return refused(`${args.rate} is not a rate: enter a decimal number above zero.`);
      const { assets, pairs } = await ctx.market.snapshot();
      // A currency values things also where nobody exchanges it, as on an exchange without PayPal.
      const valuedIn = isCurrencyAsset(args.in) ? [] : [args.in];
      const unknown = [args.asset, ...valuedIn].find((id) => !assets.some((row) => row.id === id));
      if (unknown !== undefined) return refused(`Unknown asset: ${unknown}.`);
      const isSold = [...pairs.values()].some(({ row }) => row.from === args.asset);
      if (isSold) return refused(`${args.asset} is valued at the reference rate of its pairs: use rates set.`);
      await ctx.db.transaction(async (tx) => {
        const now = ctx.clock.now();
        const next = { rate: args.rate, in: args.in, at: now.toISOString() };
        const before = await setFeeRate(tx, args.asset, next, now);
        const was = before?.in === args.in ? before.rate : null;
        const override = secondLook(args.anyway, [feeRateConcern(ctx, args.asset, args.rate, was)]);
        const details = {
          before: before && `${before.rate} ${before.in}`,
          after: `${args.rate} ${args.in}`,
          ...override,
        };
        await recordAudit(ctx, tx, operator, {
          action: "fee_rate_set",
          subject: args.asset,
          reason: args.reason,
          details,
        });
      });
      return done(`${args.asset} is now valued at ${args.rate} ${args.in}.`);
    },
  }),
];

const waitsText =
  " It waits for a second person (`approvals list`): where the market prices the pair, the market's rate counts until then.";

/** How far ahead an override may end. */
const longestOverrideDays = 7;

/** Why a rate cannot end then; null where it can. An override of the market without an end would stay for ever. */
async function untilFault(ctx: Context, pairId: string, until: Date | null): Promise<string | null> {
  const isFed = await isPricedByMarket(ctx, pairId);
  if (until === null)
    return isFed ? `The market prices ${pairId}: enter with --until when the market's rate counts again.` : null;
  const now = ctx.clock.now().getTime();
  if (until.getTime() <= now) return "The rate would end before it begins.";
  if (until.getTime() > now + longestOverrideDays * 86_400_000)
    return `It must end within ${longestOverrideDays} days.`;
  return null;
}
