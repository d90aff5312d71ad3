import type { OrderSummary } from "../../../contract/order/member-orders.ts";
import { formatAmount } from "../../i18n/format.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { AssetMark, PairMarks } from "../../ui/icons/asset-mark.tsx";
import { type Assets, isAccount, placeOf } from "../summary/assets.ts";
import { leastDecimals } from "../wallets/use-wallet-money.ts";
import { rounded } from "./rounded.ts";

/** The icons of both sides. */
export function PairOf({ order, assets }: { order: OrderSummary; assets: Assets }) {
  return <PairMarks>{[mark(order.from.asset, assets), mark(order.to.asset, assets)]}</PairMarks>;
}

function mark(id: string, assets: Assets) {
  const asset = assets[id];
  return <AssetMark key={id} symbol={asset?.symbol ?? id} account={isAccount(asset)} size={28} />;
}

type AmountOfProps = {
  amount: string;
  asset: string;
  assets: Assets;
  /** Agreed, but not to be counted on: not bold. */
  isOpen?: boolean | undefined;
};

/** The amount, with its unit and network below. */
export function AmountOf({ amount, asset, assets, isOpen = false }: AmountOfProps) {
  const figure = useListFigure(assets);
  const assetData = assets[asset];
  return (
    <>
      <span className={isOpen ? "figures block" : "figures block font-semibold"}>{figure(amount, asset)}</span>
      <span className="block text-small text-ink-3">
        {assetData ? `${assetData.symbol} ${placeOf(assetData)}` : asset}
      </span>
    </>
  );
}

/** The amount and its symbol in one line. */
export function ShortAmount({ amount, asset, assets, isOpen = false }: AmountOfProps) {
  const figure = useListFigure(assets);
  return (
    <span className="figures">
      <span className={isOpen ? "" : "font-semibold"}>{figure(amount, asset)}</span>{" "}
      <span className="text-ink-2">{assets[asset]?.symbol ?? asset}</span>
    </span>
  );
}

/** As amounts of wallets beside it: at least two decimals, no zeros behind them. The order's page has the exact amount. */
function useListFigure(assets: Assets) {
  const lang = useLang();
  return (amount: string, asset: string) => {
    const decimals = assets[asset]?.shown_decimals ?? 8;
    return formatAmount(lang, rounded(amount, decimals), leastDecimals);
  };
}
