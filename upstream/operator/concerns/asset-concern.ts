import { formatDecimal } from "../../../contract/values/decimal.ts";
import type { asset } from "../../db/schema/index.ts";
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
 * as exact, when it would wait for fewer confirmations, when its payments or payouts would count as cheaper, and when it is opened
 * again. `row`: what is compared with.
 */
export function assetConcerns(ctx: Context, row: AssetRow, changes: AssetChanges): (string | null)[] {
  const { amount: band } = ctx.env.OPERATOR_BANDS;
  const ofAmounts = (["refundFee", "minDeposit", "withdrawFee", "minWithdraw"] as const).map((name) =>
    amountConcern(row, name, changes[name] ?? row[name], band),
  );
  return [
    ...ofAmounts,
    toleranceConcern(row, changes, band),
    confirmationsConcern(row, changes, band),
    costConcern(row, changes),
    ...opened(row, changes),
  ];
}

function amountConcern(row: AssetRow, name: keyof typeof amounts, is: bigint, band: number): string | null {
  const { isBeyond, text } = distance(row[name], is, band);
  if (!isBeyond) return null;
  const shown = (minor: bigint) => `${formatDecimal(minor, row.decimals)} ${row.id}`;
  return `The ${amounts[name]} would be ${shown(is)} instead of ${shown(row[name])}, ${text} apart; the band is ${band} %.`;
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

function toleranceConcern(row: AssetRow, { toleranceBps: is = row.toleranceBps }: AssetChanges, band: number) {
  if (is <= row.toleranceBps || !distance(BigInt(row.toleranceBps), BigInt(is), band).isBeyond) return null;
  return `Payments in ${row.id} that are ${is} basis points short would count as exact, now ${row.toleranceBps}; the band is ${band} %.`;
}

/** Fewer of them in any case: what its network may still take back would be final. */
function confirmationsConcern(row: AssetRow, { confirmations: is = row.confirmations }: AssetChanges, band: number) {
  const isFewer = is < row.confirmations;
  if (!isFewer && !distance(BigInt(row.confirmations), BigInt(is), band).isBeyond) return null;
  return `A payment in ${row.id} would be final after ${is} confirmations instead of ${row.confirmations}.`;
}

function opened(row: AssetRow, changes: AssetChanges): (string | null)[] {
  const sentence = (verb: string) =>
    `Pairs that ${verb} ${row.id} would be open at once, at the prices that they have now.`;
  return [
    changes.receiveEnabled === true && !row.receiveEnabled ? sentence("take") : null,
    changes.sendEnabled === true && !row.sendEnabled ? sentence("pay out") : null,
  ];
}
