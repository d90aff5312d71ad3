import type { Order } from "../../../../contract/order/order.ts";
import { TimeLeft } from "../../../components/order/time-left.tsx";
import { useSecondsLeft } from "../../../components/order/use-seconds-left.ts";
import { useTimes } from "../../../components/order/use-times.ts";
import { useTranslation } from "../../../i18n/translation.ts";
import { TimeBar } from "../../../ui/progress/time-bar.tsx";

/** How long the agreed rate still holds for the rest; nothing afterwards. */
export function RestTime({ order }: { order: Order }) {
  const { rate_locked_until: until, server_time: now } = order;
  return until !== null && until > now ? <Left order={order} until={until} /> : null;
}

function Left({ order, until }: { order: Order; until: string }) {
  const { t } = useTranslation("order");
  const times = useTimes(order.server_time);
  const left = useSecondsLeft(until, order.server_time);
  if (left === 0) return null;
  const time = times.moment(until);
  const whole = Math.max(1, (Date.parse(until) - Date.parse(order.created_at)) / 1000);
  return (
    <div className="space-y-2.5">
      <p className="flex items-center justify-between gap-3 text-body-2">
        <span>{t("pay.restRate", { time })}</span>
        <span className="font-semibold">
          <TimeLeft left={left} until={t("timeline.by", { time })} />
        </span>
      </p>
      <TimeBar percentLeft={(left / whole) * 100} />
    </div>
  );
}
