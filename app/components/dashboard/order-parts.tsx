import type { OrderSummary } from "../../../contract/member/member-orders.ts";
import { AssetMark, PairMarks } from "../../ui/icons/asset-mark.tsx";
import { useMoney } from "../order/use-money.ts";
import { type Assets, isAccount, placeOf } from "../summary/assets.ts";

/** The icons of both sides. */
export function PairOf({ order, assets }: { order: OrderSummary; assets: Assets }) {
  return <PairMarks>{[mark(order.from.asset, assets), mark(order.to.asset, assets)]}</PairMarks>;
}

function mark(id: string, assets: Assets) {
  const asset = assets[id];
  return <AssetMark key={id} symbol={asset?.symbol ?? id} account={isAccount(asset)} size={28} />;
}

/** The amount, with its unit and network below. */
export function AmountOf({ amount, asset, assets }: { amount: string; asset: string; assets: Assets }) {
  const money = useMoney(assets);
  const known = assets[asset];
  return (
    <>
      <span className="figures block font-semibold">{money.figure(amount, asset).value}</span>
      <span className="block text-small text-ink-3">{known ? `${known.symbol} ${placeOf(known)}` : asset}</span>
    </>
  );
}
