import type { Order } from "../../../contract/order/order.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { Stepper } from "../../ui/progress/stepper.tsx";

/** The steps before payment. Completed steps are links and show their data. */
export function OrderSteps({ order, current }: { order: Order; current: "details" | "confirm" }) {
  const { t } = useTranslation("steps");
  const href = useHref();
  const steps = [
    { name: t("amount"), to: href(amountStep(order)) },
    { name: t("details"), to: href(`/order/${order.ref}/details`) },
    { name: t("confirm") },
    { name: t("pay") },
  ];
  const index = current === "details" ? 1 : 2;
  return (
    <Stepper
      steps={steps}
      current={index}
      label={t("label")}
      position={t("position", { step: index + 1, steps: steps.length })}
    />
  );
}

/** The same before there is an order. */
export function AmountSteps() {
  const { t } = useTranslation("steps");
  const steps = [t("amount"), t("details"), t("confirm"), t("pay")].map((name) => ({ name }));
  return (
    <Stepper steps={steps} current={0} label={t("label")} position={t("position", { step: 1, steps: steps.length })} />
  );
}

/** The amount step with the order's amount. */
export function amountStep(order: Order): string {
  const { side } = order;
  const query = new URLSearchParams({
    from: order.from.asset,
    to: order.to.asset,
    amount: order[side].amount,
    side,
    ...(order.promo && { promo: order.promo.code }),
  });
  return `/exchange/${order.page}?${query}`;
}
