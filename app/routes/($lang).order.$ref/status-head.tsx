import { useState } from "react";
import type { Order } from "../../../contract/order/order.ts";
import { shownRef } from "../../../contract/order/order-number.ts";
import { StatusBadge } from "../../components/order/status-badge.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { Info } from "../../ui/icons/icons.tsx";
import { LiveRegion } from "../../ui/messages/live-region.tsx";
import { Note } from "../../ui/messages/note.tsx";
import type { OrderTexts } from "./texts/use-order-texts.ts";

/** The order's status in one sentence, the next step and its deadline. Changes are announced once. */
export function StatusHead({ order, texts }: { order: Order; texts: OrderTexts }) {
  const { t } = useTranslation("order");
  const announced = useAnnouncement(
    `${order.status}:${order.hold?.reason ?? ""}`,
    t(texts.title.endsWith("?") ? "announceQuestion" : "announce", { title: texts.title, next: texts.next }),
  );
  return (
    <header className="max-w-text space-y-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-body-2 text-ink-2">
        <span>
          {t("number")} <strong className="figures font-semibold text-ink">{shownRef(order.ref)}</strong>
        </span>
        <StatusBadge status={order.status} label={order.status_label} />
      </p>
      <h1 className="text-h1">{texts.title}</h1>
      <p className="text-lead text-ink-2">{texts.next}</p>
      {order.kept_aside.length > 0 && order.status !== "failed" && (
        <Note icon={Info}>{t("state.keptAside", texts.words)}</Note>
      )}
      <LiveRegion>{announced}</LiveRegion>
    </header>
  );
}

/** The sentence at the time of the last status change, empty at first: changing figures are not announced. */
function useAnnouncement(statusKey: string, sentence: string): string {
  const [announced, setAnnounced] = useState({ standing: statusKey, sentence: "" });
  if (announced.standing !== statusKey) setAnnounced({ standing: statusKey, sentence });
  return announced.sentence;
}
