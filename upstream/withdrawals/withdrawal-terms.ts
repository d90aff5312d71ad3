import { formatDecimal, parseAmount } from "../../contract/values/decimal.ts";
import type { MemberRow } from "../accounts/sign-in/sessions.ts";
import type { Context } from "../context.ts";
import { amountError } from "../domain/pricing/limits.ts";
import { isRefusal, type Refusal, refuse, refuseFields } from "../domain/refusal.ts";
import { depositAsset } from "../wallets/deposit-assets.ts";
import { worthIn } from "../wallets/worth.ts";
import { type Destination, readDestination, type TypedDestination } from "./destination.ts";

export type TypedWithdrawal = TypedDestination & { source: "wallet" | "affiliate"; asset: string; amount: string };

/** What was asked for, checked; minor units. `worthUsd`: US cents, for the day's limit. */
export type WithdrawalTerms = Destination & {
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
  ctx: Pick<Context, "db" | "market" | "policy" | "rails" | "rates">,
  member: MemberRow,
  typed: TypedWithdrawal,
  now: Date,
): Promise<WithdrawalTerms | Refusal> {
  if (typed.source === "affiliate") return refuse("not_available");
  const held = await depositAsset(ctx, typed.asset);
  const { assets } = await ctx.market.terms();
  const row = assets.find(({ id }) => id === typed.asset);
  const rail = ctx.rails.payoutRail(typed.asset);
  if (!held || !row?.sendEnabled || rail === undefined)
    return refuseFields({ pointer: "/asset", code: typed.asset === "" ? "required" : "not_allowed" });
  const { withdrawFee: fee, minWithdraw, decimals } = row;
  const amount = readAmount(typed.amount, decimals, minWithdraw > fee ? minWithdraw : fee + 1n);
  if (isRefusal(amount)) return amount;
  const destination = await readDestination(ctx, member, row, typed, now);
  if (isRefusal(destination)) return destination;
  const worthUsd = (await worthIn(ctx, "usd", now)).worthOf(amount, row.id);
  if (worthUsd === null) return refuse("gateway_unavailable");
  return { ...destination, asset: row.id, decimals, rail, amount, fee, worthUsd };
}

function readAmount(typed: string, decimals: number, min: bigint): bigint | Refusal {
  const parsed = parseAmount(typed, decimals);
  if (typeof parsed !== "bigint") return refuseFields(amountError("/amount", parsed, decimals));
  if (parsed < min)
    return refuseFields({ pointer: "/amount", code: "below_min", meta: { min: formatDecimal(min, decimals) } });
  return parsed;
}
