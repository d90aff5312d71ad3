import { formatDecimal, parseAmount } from "../../contract/values/decimal.ts";
import type { MemberRow } from "../accounts/sign-in/sessions.ts";
import { minPayout } from "../affiliates/show-terms.ts";
import { amountError } from "../market/rules/limits.ts";
import type { Context } from "../ports/context.ts";
import { isRefusal, joinRefusals, type Refusal, refuse, refuseFields } from "../shared/rules/refusal.ts";
import { depositAsset } from "../wallets/deposit-assets.ts";
import { worthIn } from "../wallets/worth.ts";
import { type Destination, readDestination, type TypedDestination } from "./destination.ts";

export type TypedWithdrawal = TypedDestination & { source: "wallet" | "affiliate"; asset: string; amount: string };

/** What was asked for, checked; minor units. `worthUsd`: US cents, for the day's limit. */
export type WithdrawalTerms = Destination & {
  source: TypedWithdrawal["source"];
  asset: string;
  decimals: number;
  rail: string;
  amount: bigint;
  fee: bigint;
  worthUsd: bigint;
};

/**
 * Reads what a member asks for, and what it costs. Refuses wrong fields, `not_available` for what cannot be withdrawn from,
 * and `gateway_unavailable` while the amount cannot be valued.
 */
export async function readTerms(
  ctx: Pick<Context, "db" | "env" | "market" | "policy" | "rails" | "rates">,
  member: MemberRow,
  typed: TypedWithdrawal,
  now: Date,
): Promise<WithdrawalTerms | Refusal> {
  const isOfRewards = typed.source === "affiliate";
  if (isOfRewards && ctx.env.AFFILIATES === "off") return refuse("not_available");
  if (isOfRewards && typed.asset !== ctx.env.AFFILIATE_ASSET)
    return refuseFields({ pointer: "/asset", code: typed.asset === "" ? "required" : "not_allowed" });
  const held = await depositAsset(ctx, typed.asset);
  const { assets } = await ctx.market.terms();
  const row = assets.find(({ id }) => id === typed.asset);
  const rail = ctx.rails.payoutRail(typed.asset);
  if (!held || !row?.sendEnabled || rail === undefined)
    return refuseFields({ pointer: "/asset", code: typed.asset === "" ? "required" : "not_allowed" });
  const { withdrawFee: fee, minWithdraw, decimals } = row;
  const least = [minWithdraw, fee + 1n, isOfRewards ? minPayout(decimals) : 0n];
  const amount = readAmount(typed.amount, decimals, largest(least));
  const destination = await readDestination(ctx, member, row, typed, now);
  if (isRefusal(amount)) return isRefusal(destination) ? joinRefusals(amount, destination) : amount;
  if (isRefusal(destination)) return destination;
  const worthUsd = (await worthIn(ctx, "usd", now)).worthOf(amount, row.id);
  if (worthUsd === null) return refuse("gateway_unavailable");
  return { ...destination, source: typed.source, asset: row.id, decimals, rail, amount, fee, worthUsd };
}

const largest = (amounts: readonly bigint[]) => amounts.reduce((a, b) => (a > b ? a : b));

function readAmount(typed: string, decimals: number, min: bigint): bigint | Refusal {
  const parsed = parseAmount(typed, decimals);
  if (typeof parsed !== "bigint") return refuseFields(amountError("/amount", parsed, decimals));
  if (parsed < min)
    return refuseFields({ pointer: "/amount", code: "below_min", meta: { min: formatDecimal(min, decimals) } });
  return parsed;
}
