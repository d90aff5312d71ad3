import { useTranslation } from "react-i18next";
import type { Order } from "../../../contract/order.ts";
import { formatPercent } from "../../i18n/format.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { Amount } from "../../ui/amount.tsx";
import { CostBar } from "../../ui/cost-bar.tsx";
import { Slip, SlipRow, SlipRule } from "../../ui/slip.tsx";
import type { Assets } from "./assets.ts";
import { isZero } from "./decimal.ts";
import { useMoney } from "./use-money.ts";

const feeKinds = ["service", "payout_network", "refund"] as const;

/** How the amounts of an order add up, and what the exchange costs against the market. */
export function PriceSlip({ order, assets }: { order: Order; assets: Assets }) {
  const { t } = useTranslation("steps");
  const money = useMoney(assets);
  const fees = order.fees.filter((fee) => !isZero(fee.amount));
  return (
    <>
      <Slip>
        <SlipRow label={t("youPay")} total>
          <Amount {...money.figure(order.from.expected, order.from.asset)} />
        </SlipRow>
      </Slip>
      <SlipRule />
      <Slip>
        <SlipRow label={t("rate")}>{money.rate(order.rate)}</SlipRow>
        {fees.map((fee) => (
          <SlipRow key={fee.kind} label={t(`fee.${feeKinds.find((kind) => kind === fee.kind) ?? "unknown"}`)}>
            <Amount {...money.figure(fee.amount, fee.asset)} />
          </SlipRow>
        ))}
        {order.promo && (
          <SlipRow label={t("promo", { code: order.promo.code })} kind="bonus">
            +<Amount {...money.figure(order.promo.bonus, order.to.asset)} />
          </SlipRow>
        )}
        <SlipRow label={t("youGet")} total>
          <Amount {...money.figure(order.to.expected, order.to.asset)} />
        </SlipRow>
      </Slip>
      <SlipRule />
      <Cost order={order} assets={assets} />
    </>
  );
}

const sources = ["sandbox", "operator"] as const;

function Cost({ order, assets }: { order: Order; assets: Assets }) {
  const { t } = useTranslation("steps");
  const lang = useLang();
  const money = useMoney(assets);
  const percent = formatPercent(lang, order.cost_percent);
  const source = sources.find((known) => known === order.reference_source);
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-body-2">
        <strong className="figures font-semibold">
          {t("allIn", {
            from: assets[order.from.asset]?.symbol,
            rate: money.rate(order.effective_rate),
            to: assets[order.to.asset]?.symbol,
          })}
        </strong>
        <span className="text-small text-ink-3">{t("everyFee")}</span>
      </div>
      <CostBar costPercent={Number(order.cost_percent)} label={t("costBar", { percent })} />
      <p className="text-small text-ink-2">
        {t("market", {
          rate: money.rate(order.reference_rate),
          source: source ? t(`source.${source}`) : order.reference_source,
          cost: money.text(order.cost_amount, order.to.asset),
          percent,
        })}
      </p>
    </div>
  );
}
