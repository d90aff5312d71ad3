import { formatDecimal } from "../../../contract/values/decimal.ts";
import type { asset } from "../../db/schema/index.ts";
import { heldWideningBps } from "../../market/rules/widened-margins.ts";
import type { Context } from "../../ports/context.ts";
import { distance } from "../second-look.ts";

type AssetRow = typeof asset.$inferSelect;
/** What operators set. Amounts in minor units. */
export type AssetChanges = Partial<
  Pick<
    AssetRow,
    | "receiveEnabled"
    | "sendEnabled"
    | "confirmations"
    | "toleranceBps"
    | "refundFee"
    | "minDeposit"
    | "withdrawFee"
    | "minWithdraw"
    | "heldTarget"
    | "heldMost"
    | "heldWidenBps"
    | "heldStep"
    | "costIn"
    | "costInBps"
    | "costOut"
    | "costOutBps"
  >
>;

const amounts = {
  refundFee: "refund fee",
  minDeposit: "minimum deposit",
  withdrawFee: "withdrawal fee",
  minWithdraw: "minimum withdrawal",
} as const;

/**
 * Asks when fees and minimums of an asset change by more than the amount band, when it would count more of a short payment
 * as exact, when it would wait for fewer confirmations, when its payments or payouts would count as cheaper, when margins would widen
 * less by what is held, or by more than the rate band at once or at one step, and when it is opened again. `position`: what we own of it. `row`: what is compared with.
 */
export function assetConcerns(ctx: Context, row: AssetRow, changes: AssetChanges, position: bigint): (string | null)[] {
  const { amount: band, rate: rateBand } = ctx.env.OPERATOR_BANDS;
  const ofAmounts = (["refundFee", "minDeposit", "withdrawFee", "minWithdraw"] as const).map((name) =>
    amountConcern(row, name, changes[name] ?? row[name], band),
  );
  return [
    ...ofAmounts,
    toleranceConcern(row, changes, band),
    confirmationsConcern(row, changes, band),
    costConcern(row, changes),
    wideningConcern(row, changes, position, rateBand * 100),
    ...opened(row, changes),
  ];
}

function amountConcern(row: AssetRow, name: keyof typeof amounts, is: bigint, band: number): string | null {
  const { isBeyond, text } = distance(row[name], is, band);
  if (!isBeyond) return null;
  const textOf = (minor: bigint) => `${formatDecimal(minor, row.decimals)} ${row.id}`;
  return `The ${amounts[name]} would be ${textOf(is)} instead of ${textOf(row[name])}, ${text} apart; the band is ${band} %.`;
}

/** Exchanges that these costs keep from being sold would be sold. */
function costConcern(row: AssetRow, changes: AssetChanges): string | null {
  const lowered = (["costIn", "costInBps", "costOut", "costOutBps"] as const).some(
    (name) => BigInt(changes[name] ?? row[name]) < BigInt(row[name]),
  );
  return lowered
    ? `A payment or a payout of ${row.id} would count as cheaper than now, so exchanges of less would be sold.`
    : null;
}

/** Less of it sells more of what we hold enough of; a lot of it at once changes prices like a margin does. */
function wideningConcern(row: AssetRow, changes: AssetChanges, position: bigint, bandBps: number): string | null {
  const after = { ...row, ...changes };
  const isChanged = (["heldTarget", "heldWidenBps", "heldStep"] as const).some((name) => after[name] !== row[name]);
  if (!isChanged) return null;
  const atOnce = heldWideningBps(after, position) - heldWideningBps(row, position);
  if (atOnce > bandBps)
    return `Pairs that bring ${row.id} would have ${atOnce} basis points more margin at once; the band is ${bandBps}.`;
  if (after.heldWidenBps > row.heldWidenBps && after.heldWidenBps > bandBps)
    return `Pairs that bring ${row.id} would have ${after.heldWidenBps} basis points more margin at each step; the band is ${bandBps}.`;
  if (row.heldStep === null) return null;
  const isLess = after.heldStep === null || after.heldStep > row.heldStep || after.heldWidenBps < row.heldWidenBps;
  return isLess || (after.heldTarget ?? 0n) > (row.heldTarget ?? 0n)
    ? `Pairs that bring ${row.id} could have less margin than now while more than the target is held.`
    : null;
}

function toleranceConcern(row: AssetRow, { toleranceBps: is = row.toleranceBps }: AssetChanges, band: number) {
  if (is <= row.toleranceBps || !distance(BigInt(row.toleranceBps), BigInt(is), band).isBeyond) return null;
  return `Payments in ${row.id} that are ${is} basis points short would count as exact, now ${row.toleranceBps}; the band is ${band} %.`;
}

/** Fewer of them in any case: what its network may still take back would be final. */
function confirmationsConcern(row: AssetRow, { confirmations: is = row.confirmations }: AssetChanges, band: number) {
  const isFewer = is < row.confirmations;
  if (!isFewer && !distance(BigInt(row.confirmations), BigInt(is), band).isBeyond) return null;
  const count = is === 1 ? "1 confirmation" : `${is} confirmations`;
  return `A payment in ${row.id} would be final after ${count} instead of ${row.confirmations}.`;
}

function opened(row: AssetRow, changes: AssetChanges): (string | null)[] {
  const sentence = (verb: string) =>
    `Pairs that ${verb} ${row.id} would be open at once, at the prices that they have now.`;
  return [
    changes.receiveEnabled === true && !row.receiveEnabled ? sentence("take") : null,
    changes.sendEnabled === true && !row.sendEnabled ? sentence("pay out") : null,
  ];
}
