import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { Order } from "../../../../contract/order/order.ts";
import { useRevalidation } from "../../../components/live/use-revalidation.ts";
import { whileVisible } from "../../../components/live/while-visible.ts";
import { isTyping } from "./is-typing.ts";
import { type OrderUpdate, orderFeed, pollOnce } from "./order-feed.ts";
import { shareAmongTabs } from "./share-among-tabs.ts";

type Live = {
  checkedAt: string;
  /** The server cannot be reached: the page may be outdated. */
  isLost: boolean;
  /** An update is waiting until the visitor's input is sent. */
  isBehind: boolean;
  /** Shows the update, whatever is being typed. */
  catchUp(): void;
};

/**
 * Keeps the order up to date while the page is visible: see docs/decisions/061. A change revalidates the loader, except
 * while a field has unsent input.
 */
export function useLiveOrder(order: Order): Live {
  const { pathname } = useLocation();
  const requestRevalidation = useRevalidation();
  const [checkedAt, setCheckedAt] = useState(order.checked_at);
  const [isLost, setLost] = useState(false);
  const [newest, setNewest] = useState(order.version);
  const version = useRef(order.version);
  version.current = order.version;
  const mayChangeUnseen = useRef(false);
  mayChangeUnseen.current = Boolean(order.by_hand) || order.status === "sending" || order.status === "refunding";

  useEffect(() => {
    let confirmations: number | undefined;
    function onUpdate(update: OrderUpdate): void {
      setLost(update === null);
      if (!update) return;
      setCheckedAt(update.checked_at);
      setNewest(update.version);
      // Without a new version of the order: confirmations, what a person does for it, and what its payout waits for.
      const hasMoved = confirmations !== update.confirmations || mayChangeUnseen.current;
      const hasChanged = confirmations !== undefined && hasMoved;
      confirmations = update.confirmations;
      if ((hasChanged || update.version !== version.current) && !isTyping(document)) requestRevalidation();
    }
    return whileVisible(
      () => shareAmongTabs<OrderUpdate>(`order:${order.ref}`, (publish) => orderFeed(pathname, publish), onUpdate),
      () => void pollOnce(pathname).then(onUpdate),
    );
  }, [pathname, order.ref, requestRevalidation]);

  return {
    checkedAt: checkedAt > order.checked_at ? checkedAt : order.checked_at,
    isLost,
    isBehind: newest > order.version && isTypingNow(),
    catchUp: requestRevalidation,
  };
}

/** Input exists only in the browser. */
const isTypingNow = () => typeof document !== "undefined" && isTyping(document);
