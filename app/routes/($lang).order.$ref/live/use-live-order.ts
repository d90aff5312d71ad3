import { useLocation, useNavigation, useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Order } from "../../../../contract/order/order.ts";
import { isTyping } from "./is-typing.ts";
import { askOnce, type News, orderFeed } from "./order-feed.ts";
import { shareAmongTabs } from "./share-among-tabs.ts";

type Live = {
  checkedAt: string;
  /** Nobody can be reached: what is shown may be old. */
  isLost: boolean;
  /** There is something new, which waits until what is being typed is sent. */
  isBehind: boolean;
  /** Shows what is new, whatever is being typed. */
  catchUp(): void;
};

const wakeCheckMs = 5000;
const sleptMs = 20_000;

/**
 * Keeps the order up to date while the page is visible: see docs/decisions/061. A change revalidates the loader, except
 * while a field holds unsent text.
 */
export function useLiveOrder(order: Order): Live {
  const { pathname } = useLocation();
  const wantNews = useNews();
  const [checkedAt, setCheckedAt] = useState(order.checked_at);
  const [isLost, setLost] = useState(false);
  const [newest, setNewest] = useState(order.version);
  const version = useRef(order.version);
  version.current = order.version;

  useEffect(() => {
    let confirmations: number | undefined;
    function take(news: News): void {
      setLost(news === null);
      if (!news) return;
      setCheckedAt(news.checked_at);
      setNewest(news.version);
      // Confirmations move the page as well, without being a new version of the order.
      const hasMoved = confirmations !== undefined && confirmations !== news.confirmations;
      confirmations = news.confirmations;
      if ((hasMoved || news.version !== version.current) && !isTyping(document)) wantNews();
    }
    return whileLookedAt(
      () => shareAmongTabs<News>(`order:${order.ref}`, (tell) => orderFeed(pathname, tell), take),
      () => void askOnce(pathname).then(take),
    );
  }, [pathname, order.ref, wantNews]);

  return {
    checkedAt: checkedAt > order.checked_at ? checkedAt : order.checked_at,
    isLost,
    isBehind: newest > order.version && isTypingNow(),
    catchUp: wantNews,
  };
}

/** Loads the page's data anew, as soon as nothing else is being loaded: a load that is broken off complains aloud. */
function useNews(): () => void {
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  const [isWanted, setWanted] = useState(false);
  const isIdle = state === "idle" && navigation.state === "idle";
  useEffect(() => {
    if (!isWanted || !isIdle) return;
    setWanted(false);
    revalidate();
  }, [isWanted, isIdle, revalidate]);
  return useCallback(() => setWanted(true), []);
}

/** Only a browser has anybody who types. */
const isTypingNow = () => typeof document !== "undefined" && isTyping(document);

/**
 * Follows only while the page can be seen, so that a hundred forgotten tabs cost nothing. Whoever comes back - to the
 * tab, by the Back button, from a computer's sleep, from no network - is told at once how it stands.
 */
function whileLookedAt(follow: () => () => void, look: () => void): () => void {
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
    look();
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
  window.addEventListener("offline", look);
  return () => {
    stop();
    clearInterval(tick);
    document.removeEventListener("visibilitychange", seen);
    window.removeEventListener("pagehide", stop);
    window.removeEventListener("pageshow", shown);
    window.removeEventListener("online", back);
    window.removeEventListener("offline", look);
  };
}
