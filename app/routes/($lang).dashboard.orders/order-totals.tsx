import type { OrderTotal } from "../../../contract/order/member-orders.ts";
import { isZero } from "../../../contract/values/decimal.ts";
import { useMoney } from "../../components/order/use-money.ts";
import { type Assets, placeOf } from "../../components/summary/assets.ts";
import { useTranslation } from "../../i18n/translation.ts";

type Sum = "paid" | "got" | "refunded";

/** The totals of all listed orders, on every page of the list, for each currency. */
export function OrderTotals({ totals, assets }: { totals: readonly OrderTotal[]; assets: Assets }) {
  const { t } = useTranslation("dashboard");
  const money = useMoney(assets);
  const sums = (["paid", "got", "refunded"] as const).flatMap((name) => {
    const rows = totals.filter((row) => !isZero(row[name]));
    return rows.length > 0 ? [{ name, rows }] : [];
  });
  if (sums.length === 0) return null;
  return (
    <dl aria-label={t("orders.totals.title")} className="flex flex-wrap gap-x-10 gap-y-3 text-body-2">
      {sums.map(({ name, rows }) => (
        <div key={name}>
          <dt className="text-small text-ink-2">{t(`orders.totals.${name satisfies Sum}`)}</dt>
          {rows.map((row) => (
            <dd key={row.asset} className="figures font-semibold">
              {money.text(row[name], row.asset)}{" "}
              <span className="text-small font-normal text-ink-3">{networkOf(row.asset)}</span>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );

  /** The same coin exists on several networks. */
  function networkOf(id: string): string {
    const asset = assets[id];
    return asset ? placeOf(asset) : "";
  }
}
