import type { Order } from "../../../../contract/order/order.ts";
import { TimeLeft } from "../../../components/order/time-left.tsx";
import { useSecondsLeft } from "../../../components/order/use-seconds-left.ts";
import { useTimes } from "../../../components/order/use-times.ts";
import { useTranslation } from "../../../i18n/translation.ts";
import { CalendarClock, Clock } from "../../../ui/icons/icons.tsx";
import { TimeBar } from "../../../ui/progress/time-bar.tsx";

/** An invoice has two deadlines: the short one of the rate and its own. They must not be confused. */
export function InvoiceTime({ order }: { order: Order }) {
  const { t } = useTranslation("order");
  const times = useTimes(order.server_time);
  const { rate_locked_until: rate, expires_at: open } = order;
  return (
    <div className="space-y-3 border-b border-line p-4 lg:px-6">
      {rate && <RateLeft order={order} until={rate} />}
      {open && (
        <p className="flex items-center gap-3 text-small text-ink-2">
          <CalendarClock size={20} className="shrink-0 text-ink-3" />
          {t("pay.invoiceOpen", { time: times.moment(open) })}
        </p>
      )}
    </div>
  );
}

function RateLeft({ order, until }: { order: Order; until: string }) {
  const { t } = useTranslation("order");
  const times = useTimes(order.server_time);
  const left = useSecondsLeft(until, order.server_time);
  return (
    <>
      <p className="flex items-center gap-3 text-body-2">
        <Clock size={20} className="shrink-0 text-secondary-700" />
        <span className="flex-1">{left > 0 ? t("pay.rateHeld") : t("pay.rateOver")}</span>
        {left > 0 && (
          <span className="text-h3">
            <TimeLeft left={left} until={t("timeline.by", { time: times.moment(until) })} />
          </span>
        )}
      </p>
      {left > 0 && <TimeBar percentLeft={(left / rateSeconds(order, until)) * 100} />}
    </>
  );
}

/** From when the invoice was sent. */
function rateSeconds(order: Order, until: string): number {
  const opened = order.timeline.find((event) => event.status === "awaiting_payment")?.at ?? order.created_at;
  return Math.max(1, (Date.parse(until) - Date.parse(opened)) / 1000);
}
