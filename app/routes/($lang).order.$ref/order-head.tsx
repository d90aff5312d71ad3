import { useState } from "react";
import type { Order } from "../../../contract/order/order.ts";
import type { Assets } from "../../components/summary/assets.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { Info } from "../../ui/icons/icons.tsx";
import { LiveRegion } from "../../ui/messages/live-region.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { isResting } from "./order-facts.ts";
import { CompletedHead } from "./outcome/completed-head.tsx";
import { EndedHead } from "./outcome/ended-head.tsx";
import { StatusHead } from "./status-head.tsx";
import type { OrderTexts } from "./texts/use-order-texts.ts";

/** The head for the order's status. It stays while the status changes, so that each change is announced once. */
export function OrderHead({ order, assets, texts }: { order: Order; assets: Assets; texts: OrderTexts }) {
  const { t } = useTranslation("order");
  const announced = useAnnouncement(
    `${order.status}:${order.hold?.reason ?? ""}`,
    t(texts.title.endsWith("?") ? "announceQuestion" : "announce", { title: texts.title, next: texts.next }),
  );
  return (
    <>
      {order.status === "completed" ? (
        <CompletedHead order={order} assets={assets} texts={texts} />
      ) : isResting(order) ? (
        <EndedHead order={order} texts={texts} />
      ) : (
        <StatusHead order={order} texts={texts} />
      )}
      {texts.keptAside && order.status !== "failed" && <Note icon={Info}>{texts.keptAside}</Note>}
      <LiveRegion>{announced}</LiveRegion>
    </>
  );
}

/** The sentence at the time of the last status change, empty at first: changing figures are not announced. */
function useAnnouncement(statusKey: string, sentence: string): string {
  const [announced, setAnnounced] = useState({ statusKey, sentence: "" });
  if (announced.statusKey !== statusKey) setAnnounced({ statusKey, sentence });
  return announced.sentence;
}
