import { max } from "drizzle-orm";
import { z } from "zod/v4";
import type { ExchangePage } from "../../../contract/market/pairs.ts";
import { pair } from "../../db/schema/index.ts";
import { assetArgument, reasonArgument } from "../../operator/arguments.ts";
import { recordAudit } from "../../operator/audit.ts";
import { command, done, type Operator, type Outcome, refused } from "../../operator/command.ts";
import type { Context } from "../../ports/context.ts";
import type { MarketAsset } from "../../ports/market.ts";
import { pairEntry } from "../pair-entry.ts";

const minutes = (name: string) =>
  z.coerce
    .number({ error: `Enter ${name}, in minutes.` })
    .int()
    .min(1)
    .max(1440);

const typedPair = z.object({
  from: assetArgument.describe("asset that customers send"),
  to: assetArgument.describe("asset that they receive"),
  eta_min: minutes("the shortest time").default(5).describe("how long an exchange usually takes at least, in minutes"),
  eta_max: minutes("the longest time").default(30).describe("and at most"),
  reason: reasonArgument,
});
type Typed = z.infer<typeof typedPair>;

export const pairAddingCommands = [
  command({
    name: "pairs add",
    summary: "Adds a pair of two assets, hidden and without terms: pairs open puts it on sale.",
    changes: { asksNothing: "nobody sees it before pairs open" },
    positional: ["from", "to"],
    args: typedPair,
    run: async (ctx, typed, operator) => {
      const { assets, pairs } = await ctx.market.snapshot();
      const from = assets.find(({ id }) => id === typed.from);
      const to = assets.find(({ id }) => id === typed.to);
      if (!from || !to) return refused(`Unknown asset: ${from ? typed.to : typed.from}.`);
      if (pairs.has(idOf(from, to))) return refused(`There is a pair ${idOf(from, to)} already.`);
      const page = pageOf(from, to);
      if (page === null) return refused(`No page of the website sells ${to.id} for ${from.id}.`);
      if (ctx.rails.isSimulated(from.id) !== ctx.rails.isSimulated(to.id)) return refused(mixed(ctx, from, to));
      if (typed.eta_min > typed.eta_max) return refused("The shortest time is above the longest.");
      return add(ctx, operator, typed, { id: idOf(from, to), page });
    },
  }),
];

const idOf = (from: MarketAsset, to: MarketAsset) => `${from.id}_${to.id}`;

function mixed({ rails }: Context, from: MarketAsset, to: MarketAsset): string {
  const [simulated, real] = rails.isSimulated(from.id) ? [from, to] : [to, from];
  return `${simulated.id} is simulated and ${real.id} is not: nobody may pay for one with the other.`;
}

/** The page that sells a pair, by what is sent and received; null where none does. */
function pageOf(from: MarketAsset, to: MarketAsset): ExchangePage | null {
  if (from.kind === to.kind) return null;
  if (from.kind === "ewallet") return "paypal-invoice";
  return from.symbol === "USDT" ? "usdt-to-paypal" : "crypto-to-paypal";
}

/** What customers confirm of every exchange with an account at PayPal, and what is said beside it. */
const usualTexts = { rules: ["paypal_verified_only", "name_must_match"], labels: ["manual", "verifying"] };
const noTerms = { status: "hidden", marginBps: 0, serviceBps: 0, payoutFee: 0n, minFrom: 0n, maxFrom: 0n } as const;

async function add(
  ctx: Context,
  operator: Operator,
  { from, to, eta_min: etaMinMinutes, eta_max: etaMaxMinutes, reason }: Typed,
  { id, page }: { id: string; page: ExchangePage },
): Promise<Outcome> {
  const outcome = await ctx.db.transaction(async (tx) => {
    const [last] = await tx.select({ sort: max(pair.sort) }).from(pair);
    const row = {
      id,
      from,
      to,
      page,
      slug: `${from}-to-${to}`,
      etaMinMinutes,
      etaMaxMinutes,
      ...usualTexts,
      ...noTerms,
    };
    const [added] = await tx
      .insert(pair)
      .values({ ...row, sort: (last?.sort ?? 0) + 1 })
      .onConflictDoNothing()
      .returning();
    if (!added) return refused(`There is a pair ${id} already.`);
    await recordAudit(ctx, tx, operator, { action: "pair_changed", subject: id, reason, details: pairEntry(added) });
    return done(`Pair ${id} is added, hidden: set its rate with rates set, and put it on sale with pairs open.`);
  });
  ctx.market.changed();
  return outcome;
}
