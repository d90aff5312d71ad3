import type { Pair } from "../../../contract/market/pairs.ts";
import { formatAmount, formatPercent } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { Amount } from "../../ui/figures/amount.tsx";
import { Cell, HeadCell, Table } from "../../ui/figures/table.tsx";
import { ArrowRight } from "../../ui/icons/icons.tsx";
import { useMoney } from "../order/use-money.ts";
import type { Assets } from "../summary/assets.ts";
import { hasPrice } from "./has-price.ts";
import { PairPicture, PairText } from "./pair-name.tsx";
import { PairStatus } from "./pair-status.tsx";
import type { RatesProps } from "./rates-props.ts";
import { useExchangeLink } from "./use-exchange-link.ts";

export function RatesTable({ pairs, assets, linked = true }: RatesProps) {
  const { t } = useTranslation("rates");
  return (
    <Table>
      <thead>
        <tr>
          <HeadCell>{t("pair")}</HeadCell>
          <HeadCell figures>{t("rate")}</HeadCell>
          <HeadCell figures>{t("market")}</HeadCell>
          <HeadCell figures>{t("cost")}</HeadCell>
          <HeadCell figures className="hidden min-[1000px]:table-cell">
            {t("limits")}
          </HeadCell>
          <HeadCell figures>{t("reserve")}</HeadCell>
          <HeadCell>
            <span className="sr-only">{t("act")}</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {pairs.map((pair) => (
          <RatesRow key={pair.id} pair={pair} assets={assets} linked={linked} />
        ))}
      </tbody>
    </Table>
  );
}

function RatesRow({ pair, assets, linked }: { pair: Pair; assets: Assets; linked: boolean }) {
  const lang = useLang();
  const money = useMoney(assets);
  const link = useExchangeLink(pair, assets);
  const priced = hasPrice(pair);
  return (
    <tr>
      <Cell>
        <span className="flex items-center gap-3">
          <PairPicture pair={pair} assets={assets} />
          <PairText pair={pair} assets={assets} {...(linked && { href: link.page })} />
        </span>
      </Cell>
      <Cell figures>
        {priced ? (
          <strong>
            <Amount value={money.rate(pair.effective_rate)} unit={assets[pair.to]?.symbol ?? ""} column />
          </strong>
        ) : (
          <PairStatus status={pair.status} />
        )}
      </Cell>
      <Cell figures>{priced ? money.rate(pair.reference_rate) : "–"}</Cell>
      <Cell figures>{priced ? formatPercent(lang, pair.cost_percent) : "–"}</Cell>
      <Cell figures className="hidden min-[1000px]:table-cell">
        {formatAmount(lang, pair.min_from)} – {formatAmount(lang, pair.max_from)}
      </Cell>
      <Cell figures>
        <Amount {...money.reserve(pair.reserve, pair.to)} column />
      </Cell>
      <Cell className="text-right">
        {priced && linked && (
          <a href={link.to} aria-label={link.label} className="row-action">
            <ArrowRight size={18} />
          </a>
        )}
      </Cell>
    </tr>
  );
}
