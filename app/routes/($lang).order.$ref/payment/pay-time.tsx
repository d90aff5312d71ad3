import { useLocation } from "@remix-run/react";
import type { Order } from "../../../../contract/order/order.ts";
import { TimeLeft } from "../../../components/order/time-left.tsx";
import { useSecondsLeft } from "../../../components/order/use-seconds-left.ts";
import { useTimes } from "../../../components/order/use-times.ts";
import { useTranslation } from "../../../i18n/translation.ts";
import { Clock } from "../../../ui/icons/icons.tsx";
import { TimeBar } from "../../../ui/progress/time-bar.tsx";

/** The time left by the server's clock. At zero the page asks the server, which decides. */
export function PayTime({ order }: { order: Order }) {
  return order.expires_at ? <Left order={order} deadline={order.expires_at} /> : null;
}

function Left({ order, deadline }: { order: Order; deadline: string }) {
  const { t } = useTranslation("order");
  const times = useTimes(order.server_time);
  const { pathname } = useLocation();
  // Not by the router: offline it would replace the page by an error.
  const left = useSecondsLeft(deadline, order.server_time, () => {
    const body = new URLSearchParams({ intent: "expire" });
    fetch(pathname, { method: "POST", body, redirect: "manual" }).catch(() => {});
  });
  return (
    <div className="space-y-2.5 border-b border-line p-4 lg:px-6">
      <p className="flex items-center gap-3 text-body-2">
        <Clock size={20} className="shrink-0 text-secondary-700" />
        <span className="flex-1">{left > 0 ? t("pay.timeLeft") : t("pay.timeUp")}</span>
        {left > 0 && (
          <span className="text-h3">
            <TimeLeft left={left} until={t("timeline.by", { time: times.moment(deadline) })} />
          </span>
        )}
      </p>
      <TimeBar percentLeft={(left / windowSeconds(order, deadline)) * 100} />
    </div>
  );
}

/** From when the address was issued. */
function windowSeconds(order: Order, deadline: string): number {
  const opened = order.timeline.find((event) => event.status === "awaiting_payment")?.at ?? order.created_at;
  return Math.max(1, (Date.parse(deadline) - Date.parse(opened)) / 1000);
}
