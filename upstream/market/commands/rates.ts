import { asc, eq } from "drizzle-orm";
import { z } from "zod/v4";
import { pair, referenceRate } from "../../db/schema/index.ts";
import { anywayArgument, assetArgument, pairArgument, reasonArgument } from "../../operator/arguments.ts";
import { recordAudit } from "../../operator/audit.ts";
import { command, done, refused } from "../../operator/command.ts";
import { feeRateConcern, rateConcern } from "../../operator/concerns/rate-concern.ts";
import { pauseFarRate } from "../../operator/far-price.ts";
import { madeByPrice } from "../../operator/made-by-price.ts";
import { secondLook } from "../../operator/second-look.ts";
import { setFeeRate } from "../rates/fee-rates.ts";
import { marketRate } from "../rates/market-rate.ts";
import { isCurrencyAsset } from "../rules/currency-assets.ts";
import { readRate } from "../rules/rate.ts";

export const rateCommands = [
  command({
    name: "rates list",
    summary: "Reference rates, and the current rates of the rate source.",
    args: z.object({}),
    run: async (ctx) => {
      await ctx.rates.refresh();
      const rows = await ctx.db.orm
        .select({ id: pair.id, rate: referenceRate.rate, updatedAt: referenceRate.updatedAt })
        .from(pair)
        .leftJoin(referenceRate, eq(referenceRate.pairId, pair.id))
        .orderBy(asc(pair.sort));
      const now = ctx.clock.now();
      return done(
        rows.map(({ id, rate, updatedAt }) => {
          const current = ctx.rates.current(id, now);
          return {
            pair: id,
            table: rate,
            set_at: updatedAt?.toISOString() ?? null,
            now: current?.rate ?? null,
            source: current?.source ?? "none: the pair is paused",
          };
        }),
      );
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
      reason: reasonArgument,
      anyway: anywayArgument,
    }),
    run: async (ctx, args, operator) => {
      if (!readRate(args.rate)) return refused(`${args.rate} is not a rate: enter a decimal number above zero.`);
      const [row] = await ctx.db.orm.select().from(pair).where(eq(pair.id, args.pair));
      if (!row) return refused(`Unknown pair: ${args.pair}.`);

      await ctx.rates.refresh();
      const sources = { orm: ctx.db.orm, rates: ctx.rates, market: await ctx.market.snapshot() };
      const market = await marketRate(sources, row.id, ctx.clock.now());
      const paused = await ctx.db.transaction(async (tx) => {
        const [before] = await tx.select().from(referenceRate).where(eq(referenceRate.pairId, row.id)).for("update");
        const concern = rateConcern(ctx, row.id, args.rate, { market, table: before?.rate ?? null });
        const override = secondLook(args.anyway, [concern?.sentence ?? null]);
        const fresh = { pairId: row.id, rate: args.rate, source: "operator", updatedAt: ctx.clock.now() };
        await tx.insert(referenceRate).values(fresh).onConflictDoUpdate({ target: referenceRate.pairId, set: fresh });
        const details = { before: before?.rate ?? null, after: args.rate, ...override };
        const made = await madeByPrice(tx, "pair", row.id, override);
        await recordAudit(ctx, tx, operator, {
          action: "rate_set",
          subject: row.id,
          reason: args.reason,
          details,
          made,
        });
        return concern?.isFar ? pauseFarRate(ctx, tx, operator, { pairId: row.id, reason: args.reason }) : "";
      });
      ctx.market.changed();
      return done(`The reference rate of ${row.id} is now ${args.rate}.${paused}`);
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
