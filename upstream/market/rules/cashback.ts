import { inSent, mostPayout, type PriceCosts } from "./costs.ts";
import { floorDiv } from "./division.ts";
import { type CashbackFault, type Promo, type PromoTerms, scaled } from "./promo.ts";

type AssetKind = { id: string; kind: "crypto" | "ewallet" };
type CashbackAsset = AssetKind & { decimals: number };
type Amounts = { fromAmount: bigint; toAmount: bigint };
type CashbackTrade = {
  fromAmount: bigint;
  toAmount: bigint;
  promoTerms: Pick<PromoTerms, "kind" | "value"> | null;
  costs: PriceCosts | null;
};

/** The asset of an order's cashback: what is paid out where a wallet can hold it, else what is sent. */
function cashbackSide(from: Pick<AssetKind, "kind">, to: Pick<AssetKind, "kind">): "from" | "to" | null {
  if (to.kind === "crypto") return "to";
  return from.kind === "crypto" ? "from" : null;
}

/** Why nothing could be credited for this pair; null where it can. `WALLETS=off` offers none. */
export function cashbackFault(
  pair: { from: AssetKind; to: AssetKind },
  { isMember, areWalletsOn }: { isMember: boolean; areWalletsOn: boolean },
): CashbackFault | null {
  if (!areWalletsOn) return "no_wallets";
  if (cashbackSide(pair.from, pair.to) === null) return "pair";
  return isMember ? null : "login_required";
}

/**
 * The cashback of a code: its percentage of the order's amount in the asset of the wallet, rounded down, and no more than what the
 * exchange leaves beside its costs. Null for other codes, and for a pair whose assets no wallet can hold.
 */
export function cashbackOf(
  { promoTerms, fromAmount, toAmount, costs }: CashbackTrade,
  { from, to }: { from: CashbackAsset; to: CashbackAsset },
): { asset: string; amount: bigint } | null {
  const side = cashbackSide(from, to);
  if (promoTerms?.kind !== "cashback_percent" || side === null) return null;
  const [asset, base] = side === "to" ? [to.id, toAmount] : [from.id, fromAmount];
  const promised = floorDiv(base * scaled(promoTerms.value, 2), 100_00n);
  if (costs === null) return { asset, amount: promised };
  const decimals = { fromDecimals: from.decimals, toDecimals: to.decimals };
  const left = mostPayout(fromAmount, costs, decimals) - toAmount;
  const most = left <= 0n ? 0n : side === "to" ? left : inSent(left, costs, decimals);
  return { asset, amount: promised < most ? promised : most };
}

/**
 * Whether costs leave nothing that a code could give: neither a better price nor cashback. `plain`: the price without the code. A
 * code that binds a partner gives nothing by itself.
 */
export function givesNothing(
  promo: Pick<Promo, "kind" | "value">,
  { price, plain, costs }: { price: Amounts; plain: Amounts; costs: PriceCosts | null },
  pair: { from: CashbackAsset; to: CashbackAsset },
): boolean {
  if (costs === null || promo.kind === "partner_bind") return false;
  const { fromAmount, toAmount } = price;
  const cashback = cashbackOf({ fromAmount, toAmount, promoTerms: promo, costs }, pair);
  return toAmount <= plain.toAmount && fromAmount >= plain.fromAmount && (cashback?.amount ?? 0n) === 0n;
}
