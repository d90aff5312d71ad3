import { eq } from "drizzle-orm";
import { z } from "zod/v4";
import { parseDecimal } from "../../../contract/values/decimal.ts";
import { pair } from "../../db/schema/index.ts";
import { anywayArgument, pairArgument, reasonArgument } from "../../operator/arguments.ts";
import { recordAudit } from "../../operator/audit.ts";
import { command, done, type Operator, type Outcome, refused } from "../../operator/command.ts";
import { openingConcerns } from "../../operator/concerns/rate-concern.ts";
import { largestPayoutConcern } from "../../operator/concerns/terms-concern.ts";
import { openingTerms } from "../../operator/far-price.ts";
import { settingsEntry } from "../../operator/settings-entry.ts";
import type { Context } from "../../ports/context.ts";
import type { MarketPair } from "../../ports/market.ts";

const basisPoints = (name: string) =>
  z.coerce
    .number({ error: `Enter ${name}, in basis points.` })
    .int()
    .min(0)
    .max(5_000);
const amount = (name: string) => z.string({ error: `Enter ${name}.` });

const terms = z.object({
  pair: pairArgument,
  margin_bps: basisPoints("the margin").describe("margin in basis points"),
  service_bps: basisPoints("the service fee").describe("service fee in basis points"),
  payout_fee: amount("the payout fee, 0 for none").describe("payout fee, in the asset received"),
  min_from: amount("the minimum").describe("minimum amount sent"),
  max_from: amount("the maximum").describe("maximum amount sent"),
  reason: reasonArgument,
  anyway: anywayArgument,
});
type Typed = z.infer<typeof terms>;

export const pairOpeningCommands = [
  command({
    name: "pairs open",
    summary: "Puts a pair that was never on sale on sale, with all of its terms.",
    changes: { asks: "the largest exchange pays out more than the amount band of what our rails hold" },
    positional: ["pair"],
    args: terms,
    run: async (ctx, typed, operator) => {
      await ctx.rates.refresh();
      const currentPair = (await ctx.market.snapshot()).pairs.get(typed.pair);
      if (!currentPair) return refused(`Unknown pair: ${typed.pair}.`);
      const obstacle = obstacleOf(ctx, currentPair);
      if (obstacle !== null) return refused(obstacle);
      const changes = changesOf(typed, currentPair);
      if (typeof changes === "string") return refused(changes);
      return open(ctx, operator, typed, { ...currentPair, row: { ...currentPair.row, ...changes } });
    },
  }),
];

/** What has to be done first. */
function obstacleOf(ctx: Context, { row, from, to }: MarketPair): string | null {
  if (row.status !== "hidden")
    return `${row.id} has been on sale: change it with pairs set, and open it with pairs resume.`;
  if (ctx.rails.isSimulated(from.id) !== ctx.rails.isSimulated(to.id))
    return `One of ${from.id} and ${to.id} is simulated and the other is not: nobody may pay for one with the other.`;
  if (ctx.rails.payinMethods(from.id).length === 0) return `No running rail takes ${from.id}.`;
  if (ctx.rails.payoutRail(to.id) === undefined) return `No running rail pays out ${to.id}.`;
  if (ctx.rates.current(row.id, ctx.clock.now()) === undefined)
    return `${row.id} has no rate yet: use rates set first.`;
  if (!from.receiveEnabled) return `${from.id} is not taken yet: use assets set ${from.id} --receive on first.`;
  return to.sendEnabled ? null : `${to.id} is not paid out yet: use assets set ${to.id} --send on first.`;
}

/** The terms that were typed, in minor units; or why they are not valid. */
function changesOf(typed: Typed, { from, to }: MarketPair) {
  const minFrom = parseDecimal(typed.min_from, from.decimals);
  const maxFrom = parseDecimal(typed.max_from, from.decimals);
  const payoutFee = parseDecimal(typed.payout_fee, to.decimals);
  if (typeof minFrom !== "bigint") return `${typed.min_from} is not an amount of ${from.id}.`;
  if (typeof maxFrom !== "bigint") return `${typed.max_from} is not an amount of ${from.id}.`;
  if (typeof payoutFee !== "bigint") return `${typed.payout_fee} is not an amount of ${to.id}.`;
  if (minFrom === 0n || minFrom > maxFrom) return "Enter a minimum above zero and not above the maximum.";
  const { margin_bps: marginBps, service_bps: serviceBps } = typed;
  return { status: "active", marginBps, serviceBps, payoutFee, minFrom, maxFrom } as const;
}

async function open(ctx: Context, operator: Operator, typed: Typed, opened: MarketPair): Promise<Outcome> {
  const { id, status, marginBps, serviceBps, payoutFee, minFrom, maxFrom } = opened.row;
  const changes = { status, marginBps, serviceBps, payoutFee, minFrom, maxFrom };
  // Read before the transaction, which has the embedded database's only connection.
  const rates = await openingConcerns(ctx, (row) => row.id === id);
  const outcome = await ctx.db.transaction(async (tx) => {
    const [before] = await tx.select().from(pair).where(eq(pair.id, id)).for("no key update");
    if (before?.status !== "hidden") return refused(`${id} has been put on sale meanwhile.`);
    const largest = await largestPayoutConcern(ctx, tx, opened);
    const { override, refusal, madeOf } = await openingTerms(tx, typed.anyway, rates, [largest]);
    if (refusal !== null) return refused(refusal);
    await tx.update(pair).set(changes).where(eq(pair.id, id));
    const details = { ...settingsEntry(before, changes), ...override };
    const makerFacts = await madeOf(id);
    await recordAudit(ctx, tx, operator, {
      action: "pair_changed",
      subject: id,
      reason: typed.reason,
      details,
      makerFacts,
    });
    return done(`Pair ${id} is on sale.`);
  });
  ctx.market.changed();
  return outcome;
}
