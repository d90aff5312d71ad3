import { asc, eq } from "drizzle-orm";
import { z } from "zod/v4";
import { formatDecimal, parseDecimal } from "../../../contract/values/decimal.ts";
import { asset } from "../../db/schema/index.ts";
import { anywayArgument, assetArgument, reasonArgument } from "../../operator/arguments.ts";
import { recordAudit } from "../../operator/audit.ts";
import { command, done, type Operator, type Outcome, refused } from "../../operator/command.ts";
import { type AssetChanges, assetConcerns } from "../../operator/concerns/asset-concern.ts";
import { madeByPrice } from "../../operator/made-by-price.ts";
import { secondLook } from "../../operator/second-look.ts";
import {
  bandReferences,
  changeLines,
  nothingToChange,
  realChanges,
  settingsEntry,
} from "../../operator/settings-entry.ts";
import type { Context } from "../../ports/context.ts";
import type { MarketAsset } from "../../ports/market.ts";
import { sweepCost } from "../rates/sweep-cost.ts";
import { leastWorth } from "../rules/network-fee.ts";
import { mostHeldMarginBps } from "../rules/widened-margins.ts";

const action = "asset_changed";
const amount = (description: string) => z.string().optional().describe(`${description}, in the asset`);
const onOrOff = (description: string) =>
  z.enum(["on", "off"], { error: "Enter on or off." }).optional().describe(description);
const whole = (name: string, max: number) =>
  z.coerce
    .number({ error: `Enter ${name} as a whole number.` })
    .int()
    .min(0)
    .max(max)
    .optional();

const costBps = (description: string) => whole("the cost", 4_000).describe(description);

const settings = z.object({
  asset: assetArgument,
  withdraw_fee: amount("fee of a withdrawal, part of its amount"),
  min_withdraw: amount("minimum withdrawal"),
  min_deposit: amount("minimum deposit to a wallet"),
  refund_fee: amount("fee of a refund"),
  tolerance_bps: whole("the tolerance", 1_000).describe("a payment within so many basis points of the quote is exact"),
  confirmations: whole("confirmations", 1_000).describe("confirmations until a payment is final"),
  held_target: amount("how much of our own we want to hold; none for no target"),
  held_most: amount("how much of our own at most: beyond it pairs that bring more of it pause; none for no limit"),
  held_widen_bps: whole("the addition", mostHeldMarginBps).describe(
    "basis points that each step beyond the target adds to the margin of pairs that bring more of it; 0 for none",
  ),
  held_step: amount("a step beyond the target, for the one before; none with 0"),
  cost_in: amount("what its payment service takes of each payment, a fixed amount"),
  cost_in_bps: costBps("what it takes of each payment, in basis points"),
  cost_out: amount("what it takes for each payout, a fixed amount"),
  cost_out_bps: costBps("what it takes for each payout, in basis points of it"),
  receive: onOrOff("whether orders may be paid in it"),
  send: onOrOff("whether it is paid out"),
  reason: reasonArgument,
  anyway: anywayArgument,
});
type Typed = z.infer<typeof settings>;

export const assetCommands = [
  command({
    name: "assets list",
    summary:
      "Assets with their fees, minimums, tolerance and confirmations, and what the sweep of a minimum deposit costs.",
    args: z.object({}),
    run: async (ctx) => {
      const rows = await ctx.db.orm.select().from(asset).orderBy(asc(asset.sort), asc(asset.id));
      const { assets } = await ctx.market.snapshot();
      const sweepCosts = new Map<string, Awaited<ReturnType<typeof sweepOfMinDeposit>>>();
      for (const current of assets) sweepCosts.set(current.id, await sweepOfMinDeposit(ctx, current));
      return done(
        rows.map((row) => ({
          asset: row.id,
          paid_out_by: ctx.rails.payoutRail(row.id) ?? "none",
          receive: row.receiveEnabled ? "on" : "off",
          send: row.sendEnabled ? "on" : "off",
          confirmations: row.confirmations,
          tolerance_bps: row.toleranceBps,
          refund_fee: formatDecimal(row.refundFee, row.decimals),
          min_deposit: formatDecimal(row.minDeposit, row.decimals),
          withdraw_fee: formatDecimal(row.withdrawFee, row.decimals),
          ...chargedNow(assets.find(({ id }) => id === row.id)),
          ...sweepCosts.get(row.id),
          min_withdraw: formatDecimal(row.minWithdraw, row.decimals),
          held_target: row.heldTarget === null ? null : formatDecimal(row.heldTarget, row.decimals),
          held_widen: wideningText(row),
          cost_in: costText(row.costIn, row.costInBps, row.decimals),
          cost_out: costText(row.costOut, row.costOutBps, row.decimals),
          held_most: row.heldMost === null ? null : formatDecimal(row.heldMost, row.decimals),
        })),
      );
    },
  }),
  command({
    name: "assets set",
    summary: "Changes fees, minimums, tolerance or confirmations of an asset, or whether it is taken and paid out.",
    changes: {
      asks: "a fee or minimum changes, or the tolerance rises, beyond the amount band; confirmations fall; it is opened; margins that widen by what is held would widen less, or by more than the rate band at once or at a step",
    },
    positional: ["asset"],
    args: settings,
    run: async (ctx, typed, operator) => {
      const [row] = await ctx.db.orm.select().from(asset).where(eq(asset.id, typed.asset));
      if (!row) return refused(`Unknown asset: ${typed.asset}.`);
      const changes = changesOf(typed, row);
      if (typeof changes === "string") return refused(changes);
      if (Object.keys(changes).length === 0) return refused("Enter what to change.");
      return change(ctx, operator, typed, changes);
    },
  }),
];

/** `20 bps for each 1000.00` */
const wideningText = ({ heldStep, heldWidenBps, decimals }: typeof asset.$inferSelect) =>
  heldStep === null ? null : `${heldWidenBps} bps for each ${formatDecimal(heldStep, decimals)}`;

/** `0.49 + 3.49 %` */
const costText = (minor: bigint, bps: number, decimals: number) =>
  `${formatDecimal(minor, decimals)} + ${formatDecimal(BigInt(bps), 2)} %`;

/** What a withdrawal costs its member and us at this moment, beside the fee that is set. */
function chargedNow(current: MarketAsset | undefined) {
  if (current === undefined) return {};
  const { withdrawFee, networkCost, decimals } = current;
  const text = (minor: bigint) => formatDecimal(minor, decimals);
  return { withdraw_fee_now: text(withdrawFee), network_cost: networkCost === null ? null : text(networkCost) };
}

/**
 * What the sweep of a minimum deposit costs, and from how much on a deposit address is swept by itself; null where its rail
 * pays out from where money arrives, or while there is no rate.
 */
async function sweepOfMinDeposit({ db, env, rails }: Context, current: MarketAsset) {
  const sweeping = rails.payoutsOf(current.id).find(({ hotAddress }) => hotAddress !== null);
  const cost = sweeping ? await sweepCost(db.orm, sweeping, current) : null;
  if (cost === null) return { min_deposit_sweep_cost: null, swept_from: null };
  const { minDeposit, decimals } = current;
  const share = minDeposit === 0n ? "" : ` (${formatDecimal((cost * 10_000n) / minDeposit, 2)} %)`;
  const sweptFrom = formatDecimal(leastWorth(cost, env.SWEEP_COST_PERCENT), decimals);
  return { min_deposit_sweep_cost: `${formatDecimal(cost, decimals)}${share}`, swept_from: sweptFrom };
}

/** What was typed, in minor units; or why it is not valid. */
function changesOf(typed: Typed, { id, decimals }: typeof asset.$inferSelect): AssetChanges | string {
  const texts = {
    withdrawFee: typed.withdraw_fee,
    minWithdraw: typed.min_withdraw,
    minDeposit: typed.min_deposit,
    refundFee: typed.refund_fee,
    heldTarget: typed.held_target,
    heldMost: typed.held_most,
    heldStep: typed.held_step,
    costIn: typed.cost_in,
    costOut: typed.cost_out,
  };
  const amounts: AssetChanges = {};
  for (const name of [
    "withdrawFee",
    "minWithdraw",
    "minDeposit",
    "refundFee",
    "heldTarget",
    "heldMost",
    "heldStep",
    "costIn",
    "costOut",
  ] as const) {
    const text = texts[name];
    if (text === undefined) continue;
    if (text === "none" && (name === "heldTarget" || name === "heldMost" || name === "heldStep")) {
      amounts[name] = null;
      continue;
    }
    const minor = parseDecimal(text, decimals);
    if (typeof minor !== "bigint") return `${text} is not an amount of ${id}, which has ${decimals} decimals.`;
    amounts[name] = minor;
  }
  return {
    ...amounts,
    ...wideningOf(typed),
    ...(typed.tolerance_bps !== undefined && { toleranceBps: typed.tolerance_bps }),
    ...(typed.cost_in_bps !== undefined && { costInBps: typed.cost_in_bps }),
    ...(typed.cost_out_bps !== undefined && { costOutBps: typed.cost_out_bps }),
    ...(typed.confirmations !== undefined && { confirmations: typed.confirmations }),
    ...(typed.receive !== undefined && { receiveEnabled: typed.receive === "on" }),
    ...(typed.send !== undefined && { sendEnabled: typed.send === "on" }),
  };
}

/** Without an addition there is no step. */
function wideningOf({ held_widen_bps: heldWidenBps }: Typed): AssetChanges {
  if (heldWidenBps === undefined) return {};
  return heldWidenBps === 0 ? { heldWidenBps, heldStep: null } : { heldWidenBps };
}

/** Why an asset cannot have these settings together. */
function contradiction(after: typeof asset.$inferSelect): string | null {
  const { minWithdraw, withdrawFee, heldTarget, heldMost, heldWidenBps, heldStep } = after;
  if (minWithdraw > 0n && withdrawFee >= minWithdraw)
    return "Nothing of the minimum withdrawal would arrive: the fee is not below it.";
  if (heldMost !== null && heldMost <= (heldTarget ?? 0n)) return "The most that may be held is not above the target.";
  if (heldStep === 0n) return "Enter a step above zero.";
  if ((heldWidenBps === 0) !== (heldStep === null))
    return "Margins widen by --held-widen-bps for each --held-step: enter both, or --held-widen-bps 0 to end it.";
  if (heldStep !== null && heldTarget === null)
    return "Margins widen beyond a target: enter --held-target, or --held-widen-bps 0 to end it.";
  return null;
}

async function change(
  ctx: Context,
  operator: Operator,
  { asset: id, reason, anyway }: Typed,
  entered: AssetChanges,
): Promise<Outcome> {
  // Read before the transaction, which has the embedded database's only connection.
  const { assets } = await ctx.market.snapshot();
  const ownAmount = assets.find((current) => current.id === id)?.position ?? 0n;
  const outcome = await ctx.db.transaction(async (tx) => {
    const [before] = await tx.select().from(asset).where(eq(asset.id, id)).for("no key update");
    if (!before) return refused(`Unknown asset: ${id}.`);
    const changes = realChanges(before, entered);
    if (Object.keys(changes).length === 0) return done(nothingToChange);
    const after = { ...before, ...changes };
    const wrong = contradiction(after);
    if (wrong !== null) return refused(wrong);
    const references = await bandReferences(tx, { action, subject: id }, before, changes, ctx.clock.now());
    const concerns = references.flatMap((row) => assetConcerns(ctx, row, changes, ownAmount));
    const override = secondLook(anyway, concerns);
    const details = { ...settingsEntry(before, changes), ...override };
    await tx.update(asset).set(changes).where(eq(asset.id, id));
    const makerFacts = await madeByPrice(tx, "asset", id, override);
    await recordAudit(ctx, tx, operator, { action, subject: id, reason, details, makerFacts });
    return done(`Asset ${id} is changed.${changeLines(before, changes, () => before.decimals)}`);
  });
  ctx.market.changed();
  return outcome;
}
