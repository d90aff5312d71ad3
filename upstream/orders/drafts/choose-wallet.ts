import { storedCosts } from "../../market/rules/costs.ts";
import { promoFreesPayout } from "../../market/rules/promo.ts";
import type { Context } from "../../ports/context.ts";
import type { Ids } from "../../ports/ids.ts";
import type { MarketPair } from "../../ports/market.ts";
import type { TypedDetails } from "../../shared/rules/fields/asked-fields.ts";
import { type Refusal, refuseFields } from "../../shared/rules/refusal.ts";
import { openWallet } from "../../wallets/open-wallet.ts";
import type { OrderRow } from "../order-facts-query.ts";
import { priceColumns } from "./promo-on-draft.ts";

type Services = Pick<Context, "db" | "env" | "ids" | "market" | "rails">;

/**
 * Opens the wallets that a draft's payout and refund are to go into, before their details are stored. Refuses them to
 * anybody but the signed-in owner of the order, for what wallets cannot hold, and with `WALLETS=off`.
 */
export async function chooseWallets(
  ctx: Services,
  { status, ownerId, fromAsset, toAsset }: OrderRow,
  { typed, memberId, now }: { typed: TypedDetails; memberId: string | null; now: Date },
): Promise<Refusal | undefined> {
  const chosen = [
    ...(typed.payout.wallet ? [{ pointer: "/payout/wallet", asset: toAsset }] : []),
    ...(typed.refund?.wallet ? [{ pointer: "/refund/wallet", asset: fromAsset }] : []),
  ];
  // An order that is no draft is refused for that.
  if (status !== "draft") return undefined;
  for (const { pointer, asset } of chosen) {
    const notAllowed = refuseFields({ pointer, code: "not_allowed" });
    if (ctx.env.WALLETS === "off" || memberId === null || ownerId !== memberId) return notAllowed;
    const refusal = await openWallet(ctx, { memberId, asset, newAddress: false }, now);
    if (refusal) return refusal.refused === "validation_failed" ? notAllowed : refusal;
  }
  return undefined;
}

/** The quote of a draft whose payout now goes into a wallet, which has no network fee, or no longer does. */
export function payoutFeeColumns(
  { ids }: { ids: Ids },
  draft: OrderRow,
  pair: MarketPair,
  payoutToWallet: boolean,
): Partial<OrderRow> {
  if (payoutToWallet === draft.payoutToWallet) return {};
  if (pair.row.payoutFee === 0n && draft.costTerms === null) return {};
  const { rate, serviceBps, bonusBps, fixedBonus, promoTerms } = draft;
  const plainFee = payoutToWallet ? 0n : pair.row.payoutFee;
  const payoutFee = promoFreesPayout(promoTerms) ? 0n : plainFee;
  const payoutCost = payoutToWallet ? 0n : (pair.costs?.payout ?? 0n);
  const costTerms = draft.costTerms && { ...draft.costTerms, payout: payoutCost.toString() };
  const costs = storedCosts(costTerms);
  const decimals = { fromDecimals: pair.from.decimals, toDecimals: pair.to.decimals };
  return {
    quoteId: ids.newId("qt"),
    costTerms,
    promoTerms: promoTerms && { ...promoTerms, payoutFee: plainFee.toString() },
    ...priceColumns({ rate, serviceBps, bonusBps, fixedBonus, payoutFee, costs, ...decimals }, pair, draft),
  };
}
