import type { Price } from "../../../contract/market/price.ts";
import { isMore, isZero } from "../../../contract/values/decimal.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { ShieldCheck } from "../../ui/icons/icons.tsx";
import { useMoney } from "../order/use-money.ts";
import type { Assets } from "./assets.ts";

/** Whether a person approves a payout of this size before it is sent, by the caps of the service. */
export function isChecked(price: Pick<Price, "to">, assets: Assets): boolean {
  const above = assets[price.to.asset]?.checked_above;
  return typeof above === "string" && isMore(price.to.amount, above);
}

/** From which amount payouts are checked, under the price of one that is; nothing under the others. */
export function CheckLine({ price, assets }: { price: Pick<Price, "to"> | null; assets: Assets }) {
  const sentence = useCheckSentence(price, assets);
  if (sentence === null) return null;
  return (
    <p className="mt-3 flex gap-2 text-small text-ink-2">
      <ShieldCheck size={16} className="mt-0.5 shrink-0" />
      <span>{sentence}</span>
    </p>
  );
}

/** The rule in one sentence; null for a payout that nobody checks. */
export function useCheckSentence(price: Pick<Price, "to"> | null, assets: Assets): string | null {
  const { t } = useTranslation("summary");
  const money = useMoney(assets);
  const { asset } = price?.to ?? { asset: "" };
  const above = assets[asset]?.checked_above;
  if (!price || !above || !isChecked(price, assets)) return null;
  return isZero(above) ? t("checkedAll") : t("checked", { amount: money.text(above, asset) });
}
