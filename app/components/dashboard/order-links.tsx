import type { OrderSummary } from "../../../contract/order/member-orders.ts";
import { shownRef } from "../../../contract/order/order-number.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { actionOf, isOver } from "./order-actions.ts";

const quiet = "inline-flex min-h-11 items-center text-small font-semibold text-link hover:underline lg:min-h-8";

/** The actions of an order in the list; filled only when it waits for the member. */
export function OrderLinks({ order }: { order: OrderSummary }) {
  const { t } = useTranslation("dashboard");
  const href = useHref();
  const action = actionOf(order);
  const about = (name: "pay" | "decide" | "open" | "repeat" | "receipt") =>
    t("orders.act.of", { act: t(`orders.act.${name}`), ref: shownRef(order.ref) });
  return (
    <span className="flex flex-wrap items-center justify-end gap-x-4">
      {order.status === "completed" && (
        <a href={href(`/order/${order.ref}/receipt`)} aria-label={about("receipt")} className={quiet}>
          {t("orders.act.receipt")}
        </a>
      )}
      {isOver(order) && (
        <form method="post" action={href(`/order/${order.ref}/repeat`)}>
          <button type="submit" aria-label={about("repeat")} className={quiet}>
            {t("orders.act.repeat")}
          </button>
        </form>
      )}
      <a
        href={href(`/order/${order.ref}`)}
        aria-label={about(action.name)}
        className={action.isTheirs ? buttonClass({ variant: "filled", size: "small" }) : quiet}
      >
        {t(`orders.act.${action.name}`)}
      </a>
    </span>
  );
}
