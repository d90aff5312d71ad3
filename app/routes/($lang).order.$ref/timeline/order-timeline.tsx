import { useLocation } from "@remix-run/react";
import type { Order } from "../../../../contract/order/order.ts";
import { statusStyle } from "../../../components/order/status-style.ts";
import { useTranslation } from "../../../i18n/translation.ts";
import { Card } from "../../../ui/card.tsx";
import { Timeline } from "../../../ui/progress/timeline.tsx";
import { isResting } from "../order-facts.ts";
import type { OrderTexts } from "../texts/use-order-texts.ts";

type OrderTimelineProps = {
  order: Order;
  texts: OrderTexts;
  live: { checkedAt: string; isLost: boolean };
};

export function OrderTimeline({ order, texts, live }: OrderTimelineProps) {
  const { t } = useTranslation("order");
  const { pathname } = useLocation();
  const entries = texts.timeline.map(({ status, ...line }, index) => ({
    key: `${line.state}-${index}`,
    ...line,
    ...(status && statusStyle(status)),
  }));
  return (
    <Card aria-labelledby="timeline">
      <h2 id="timeline" className="mb-4 text-h4">
        {t("timeline.title")}
      </h2>
      <Timeline entries={entries} />
      <p className="flex flex-wrap items-baseline gap-x-2 border-t border-line pt-4 text-small text-ink-3">
        <span>
          {t("timeline.checked", { time: texts.times.exact(live.checkedAt) })}{" "}
          {(live.isLost || !isResting(order)) && (
            <span className="needs-script">{t(live.isLost ? "timeline.lost" : "timeline.live")}</span>
          )}
        </span>
        <noscript>
          <a href={pathname} className="inline-block py-1 text-link-inline">
            {t("timeline.refresh")}
          </a>
        </noscript>
      </p>
    </Card>
  );
}
