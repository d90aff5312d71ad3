import { orderStatuses } from "../../../contract/order/order-states.ts";
import type { Receipt } from "../../../contract/order/receipt.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useReceiptTimes } from "./use-receipt-times.ts";

/** The statuses with their times. */
export function ReceiptTimeline({ receipt: { order } }: { receipt: Receipt }) {
  const { t } = useTranslation("receipt");
  const words = useTranslation("order").t;
  const moment = useReceiptTimes();
  const changes = order.timeline.filter((event, index) => event.status !== order.timeline[index - 1]?.status);
  return (
    <section aria-labelledby="story">
      <h2 id="story" className="mb-2 text-h4">
        {t("story")}
      </h2>
      <ol className="text-small text-ink-2 lg:columns-2 lg:gap-12 print:columns-2 print:gap-8">
        {changes.map(({ status, at }) => {
          const knownStatus = orderStatuses.find((name) => name === status);
          return (
            <li key={`${status} ${at}`} className="flex flex-wrap justify-between gap-x-4 py-0.5">
              <span>{knownStatus ? words(`status.${knownStatus}`) : status}</span>
              <span className="figures ml-auto">{moment(at)}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
