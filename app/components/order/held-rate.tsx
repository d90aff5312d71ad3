import { useRevalidator } from "@remix-run/react";
import type { Order } from "../../../contract/order/order.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { classNames } from "../../ui/class-names.ts";
import { Lock } from "../../ui/icons/icons.tsx";
import { TimeLeft } from "./time-left.tsx";
import { useSecondsLeft } from "./use-seconds-left.ts";
import { useTimes } from "./use-times.ts";

type HeldRateProps = {
  order: Order;
  /** Fills the edge of a card. */
  flush?: boolean;
  /** The time alone, in the line of another element. */
  brief?: boolean;
  /** Formatted; where no other line names it. */
  rate?: string;
};

/** Until when a draft's rate is held. */
export function HeldRate({ order, flush = false, brief = false, rate }: HeldRateProps) {
  const { t } = useTranslation("steps");
  const times = useTimes(order.server_time);
  const { revalidate } = useRevalidator();
  const left = useSecondsLeft(order.quote_expires_at, order.server_time, revalidate);
  if (brief) {
    if (left === 0) return t("heldNoMore");
    return (
      <>
        <Lock size={16} className="shrink-0" />
        <span className="sr-only">{t("held")}</span>
        <span className="font-semibold text-ink">
          <TimeLeft left={left} until={t("heldUntil", { time: times.moment(order.quote_expires_at) })} />
        </span>
      </>
    );
  }
  return (
    <p className={classNames("flex items-center gap-3 bg-inset px-4 py-2.5 text-small", !flush && "rounded")}>
      <Lock size={18} className="shrink-0 text-ink-2" />
      {left === 0 && t("heldNoMore")}
      {left > 0 && (
        <>
          <span className="flex-1">{rate ? t("heldAt", { rate }) : t("held")}</span>
          <span className="text-body font-semibold">
            <TimeLeft left={left} until={t("heldUntil", { time: times.moment(order.quote_expires_at) })} />
          </span>
        </>
      )}
    </p>
  );
}
