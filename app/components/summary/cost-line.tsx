import type { Price } from "../../../contract/market/price.ts";
import { formatPercent } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { CostBar } from "../../ui/figures/cost-bar.tsx";
import { useMoney } from "../order/use-money.ts";
import type { Assets } from "./assets.ts";

type CostLineProps = {
  price: Price | null;
  assets: Assets;
  /** `key` labels both parts of the bar with their shares; `market` states the market rate and the cost; `cost` the cost alone. */
  words: "key" | "market" | "cost";
};

/** The rest of a hundred percent at one decimal, as both shares are shown, so that they add up. */
const shareLeft = (costPercent: string) => (100 - Number(Number(costPercent).toFixed(1))).toFixed(1);

/** The all-in rate, and the cost compared with the market: as a bar, an amount and a percentage. */
export function CostLine({ price, assets, words }: CostLineProps) {
  const { t } = useTranslation("summary");
  const lang = useLang();
  const money = useMoney(assets);
  const texts = price && {
    share: formatPercent(lang, shareLeft(price.cost_percent)),
    cost: money.text(price.cost_amount, price.to.asset),
    percent: formatPercent(lang, price.cost_percent),
    market: money.rate(price.reference_rate),
    rate: t("allIn", {
      from: assets[price.from.asset]?.symbol,
      rate: money.rate(price.effective_rate),
      to: assets[price.to.asset]?.symbol,
    }),
  };
  return (
    <div>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-body-2">
        <strong className="figures font-semibold">{texts?.rate ?? "–"}</strong>
        <span className="text-small text-ink-3">{t("everyFeeInside")}</span>
      </p>
      <div className="my-2">
        <CostBar
          costPercent={price && Number(price.cost_percent)}
          label={texts ? t("bar", { rate: texts.rate, cost: texts.cost, percent: texts.percent }) : t("noPrice")}
        />
      </div>
      {words === "key" ? (
        <p className="flex flex-wrap justify-between gap-x-4 text-small text-ink-2">
          <span className="inline-flex items-baseline gap-2">
            <span className="size-2 shrink-0 self-center rounded-full bg-primary-600" />
            {texts ? t("keyGet", texts) : "–"}
          </span>
          <span className="inline-flex items-baseline gap-2">
            <span className="size-2 shrink-0 self-center bg-secondary-500" />
            {texts ? t("keyCost", texts) : "–"}
          </span>
        </p>
      ) : (
        <p className="text-small text-ink-2">{texts ? t(words, texts) : "–"}</p>
      )}
    </div>
  );
}
