import { useLocation, useNavigation, useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Order } from "../../../../contract/order/order.ts";
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

const wakeCheckMs = 5000;
const sleptMs = 20_000;

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

  useEffect(() => {
    let confirmations: number | undefined;
    function onUpdate(update: OrderUpdate): void {
      setLost(update === null);
      if (!update) return;
      setCheckedAt(update.checked_at);
      setNewest(update.version);
      // Confirmations update the page too, without a new version of the order.
      const hasChanged = confirmations !== undefined && confirmations !== update.confirmations;
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

/** Revalidates when nothing else is loading: aborting a load would report an error. */
function useRevalidation(): () => void {
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  const [isRequested, setRequested] = useState(false);
  const isIdle = state === "idle" && navigation.state === "idle";
  useEffect(() => {
    if (!isRequested || !isIdle) return;
    setRequested(false);
    revalidate();
  }, [isRequested, isIdle, revalidate]);
  return useCallback(() => setRequested(true), []);
}

/** Input exists only in the browser. */
const isTypingNow = () => typeof document !== "undefined" && isTyping(document);

/**
 * Follows only while the page is visible, so that background tabs cost nothing. On return (tab switch, Back, wake from
 * sleep, back online) it updates at once.
 */
function whileVisible(follow: () => () => void, update: () => void): () => void {
  let leave: (() => void) | undefined;
  let lastTickMs = Date.now();
  const start = () => {
    leave ??= follow();
  };
  const stop = () => {
    leave?.();
    leave = undefined;
  };
  const back = () => {
    stop();
    start();
    update();
  };
  const seen = () => (document.visibilityState === "hidden" ? stop() : back());
  const shown = (event: PageTransitionEvent) => event.persisted && back();
  const tick = setInterval(() => {
    const slept = Date.now() - lastTickMs > sleptMs;
    lastTickMs = Date.now();
    if (slept && document.visibilityState !== "hidden") back();
  }, wakeCheckMs);

  if (document.visibilityState !== "hidden") start();
  document.addEventListener("visibilitychange", seen);
  window.addEventListener("pagehide", stop);
  window.addEventListener("pageshow", shown);
  window.addEventListener("online", back);
  window.addEventListener("offline", update);
  return () => {
    stop();
    clearInterval(tick);
    document.removeEventListener("visibilitychange", seen);
    window.removeEventListener("pagehide", stop);
    window.removeEventListener("pageshow", shown);
    window.removeEventListener("online", back);
    window.removeEventListener("offline", update);
  };
}
