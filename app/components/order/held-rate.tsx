import { useRevalidator } from "@remix-run/react";
import type { Order } from "../../../contract/order/order.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { Lock } from "../../ui/icons/icons.tsx";
import { TimeLeft } from "./time-left.tsx";
import { useSecondsLeft } from "./use-seconds-left.ts";
import { useTimes } from "./use-times.ts";

/** Until when a draft's rate is held. */
export function HeldRate({ order }: { order: Order }) {
  const { t } = useTranslation("steps");
  const times = useTimes(order.server_time);
  const { revalidate } = useRevalidator();
  const left = useSecondsLeft(order.quote_expires_at, order.server_time, revalidate);
  return (
    <p className="flex items-center gap-3 rounded bg-inset px-4 py-2.5 text-small">
      <Lock size={18} className="shrink-0 text-ink-2" />
      {left === 0 && t("heldNoMore")}
      {left > 0 && (
        <>
          <span className="flex-1">{t("held")}</span>
          <span className="text-body font-semibold">
            <TimeLeft left={left} until={t("heldUntil", { time: times.moment(order.quote_expires_at) })} />
          </span>
        </>
      )}
    </p>
  );
}
