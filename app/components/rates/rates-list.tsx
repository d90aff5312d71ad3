import type { Asset, Pair } from "../../../contract/market/pairs.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { Amount } from "../../ui/figures/amount.tsx";
import { useMoney } from "../order/use-money.ts";
import { type Assets, isAccount, placeOf } from "../summary/assets.ts";
import { hasPrice } from "./has-price.ts";
import { PairPicture } from "./pair-name.tsx";
import { PairStatus } from "./pair-status.tsx";
import type { RatesProps } from "./rates-props.ts";
import { useExchangeLink } from "./use-exchange-link.ts";

export function RatesList({ pairs, assets, linked = true }: RatesProps) {
  return (
    <ul className="border-t border-line">
      {pairs.map((pair) => (
        <li key={pair.id} className="border-b border-line">
          <RatesItem pair={pair} assets={assets} linked={linked} />
        </li>
      ))}
    </ul>
  );
}

function RatesItem({ pair, assets, linked }: { pair: Pair; assets: Assets; linked: boolean }) {
  const { t } = useTranslation("rates");
  const money = useMoney(assets);
  const link = useExchangeLink(pair, assets);
  const priced = hasPrice(pair);
  const { [pair.from]: from, [pair.to]: to } = assets;
  const networkName = (asset: Asset) =>
    isAccount(asset) ? t("inAccount", { service: placeOf(asset) }) : placeOf(asset);
  const content = (
    <>
      <PairPicture pair={pair} assets={assets} />
      <span className="min-w-0 flex-1">
        <span className="block">
          <strong>{from?.symbol}</strong> <span className="text-ink-3">{from && networkName(from)}</span>
        </span>
        <span className="block text-small text-ink-3">
          {to?.symbol} {to && networkName(to)}
        </span>
      </span>
      <span className="text-right">
        {priced ? (
          <strong className="block">
            <Amount value={money.rate(pair.effective_rate)} unit={to?.symbol ?? ""} />
          </strong>
        ) : (
          <PairStatus status={pair.status} />
        )}
        <span className="figures block text-small text-ink-3">
          {t("reserveOf", { reserve: money.reserve(pair.reserve, pair.to).value })}
        </span>
      </span>
    </>
  );
  return priced && linked ? (
    <a href={link.to} className="rates-item">
      {content}
    </a>
  ) : (
    <div className="rates-item">{content}</div>
  );
}
