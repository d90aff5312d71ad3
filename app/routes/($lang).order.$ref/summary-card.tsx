import type { Order } from "../../../contract/order/order.ts";
import { orderConditions } from "../../../contract/order/order-states.ts";
import { isZero } from "../../../contract/values/decimal.ts";
import { useTierName } from "../../components/summary/loyalty-row.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { Card } from "../../ui/card.tsx";
import { Amount } from "../../ui/figures/amount.tsx";
import { Slip, SlipRow } from "../../ui/figures/slip.tsx";
import { isResting } from "./order-facts.ts";
import type { OrderTexts } from "./texts/use-order-texts.ts";

/** The agreed amounts and the result. */
export function SummaryCard({ order, texts }: { order: Order; texts: OrderTexts }) {
  const { t } = useTranslation("order");
  const { money, words } = texts;
  const tierName = useTierName();
  const paid = !isZero(order.to.sent);
  // Refunded money is not paid out.
  const ended = isResting(order) || order.status === "refund_pending" || order.status === "refunding";
  // While the order is held, what it pays out is not decided.
  const isOpen = !ended && order.status !== "on_hold";
  const condition = orderConditions.find((name) => name === order.condition);
  return (
    <Card aria-labelledby="summary">
      <h2 id="summary" className="mb-3 text-h4">
        {t("summary.title")}
      </h2>
      <Slip>
        <SlipRow label={t("summary.pay")}>
          <Amount {...money.figure(order.from.amount, order.from.asset)} />
        </SlipRow>
        {!isZero(order.from.seen) && (
          <SlipRow label={t("summary.arrived")}>
            <Amount {...money.figure(order.from.seen, order.from.asset)} />
          </SlipRow>
        )}
        {order.due?.kind === "rest" && (
          <SlipRow label={t("summary.missing")} total>
            <Amount {...money.figure(order.due.amount, order.from.asset)} />
          </SlipRow>
        )}
        {words.wrong && <SlipRow label={t("summary.arrived")}>{words.wrong}</SlipRow>}
        <SlipRow label={t(paid ? "summary.got" : isOpen ? "summary.get" : "summary.agreed")} total={paid || isOpen}>
          <Amount {...money.figure(paid ? order.to.sent : order.to.amount, order.to.asset)} />
        </SlipRow>
        {order.loyalty && (
          <SlipRow label={t("summary.loyalty", { tier: tierName(order.loyalty.tier) })} kind="bonus">
            {money.text(order.loyalty.gain, order.to.asset)}
          </SlipRow>
        )}
        {order.promo?.kind === "partner_bind" && (
          <SlipRow label={t("summary.partnerCode", { code: order.promo.code })}>
            {t("summary.partnerCodeCounted")}
          </SlipRow>
        )}
        {order.promo && order.promo.kind !== "partner_bind" && (
          <SlipRow label={t(promoLabel(order.promo), { code: order.promo.code })} kind="bonus">
            {order.promo.cashback
              ? money.text(order.promo.cashback.amount, order.promo.cashback.asset)
              : money.text(order.promo.gain, order.to.asset)}
          </SlipRow>
        )}
        {order.promo_refused && (
          <SlipRow label={t("summary.promoRefused", { code: order.promo_refused.code })}>
            {t("summary.promoNotCounted")}
          </SlipRow>
        )}
        {order.refund.sent && (
          <SlipRow label={t("progress.back")} total>
            <Amount {...money.figure(order.refund.sent.amount, order.refund.sent.asset)} />
          </SlipRow>
        )}
        <SlipRow label={t("summary.rate")}>{money.rate(order.effective_rate)}</SlipRow>
        {condition && order.due?.kind !== "rest" && (
          <SlipRow label={t("summary.payment")}>
            {t(ended && condition === "none" ? "summary.notReceived" : `condition.${condition}`)}
          </SlipRow>
        )}
        <SlipRow label={t("summary.payoutTo")}>{words.account}</SlipRow>
        {words.settles && isResting(order) && paid && (
          <SlipRow label={t("summary.availableFrom")}>{words.settles}</SlipRow>
        )}
        {words.settles && isOpen && !paid && (
          <SlipRow label={t("summary.availableFrom")}>
            {t("summary.availableAfter", { count: order.payout.settles_after_days ?? 0 })}
          </SlipRow>
        )}
        <SlipRow label={t("summary.refundTo")}>{words.refundTo}</SlipRow>
      </Slip>
    </Card>
  );
}

const promoLabel = ({ cashback }: NonNullable<Order["promo"]>) => (cashback ? "summary.cashback" : "summary.promo");
