import { useLocation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { Order, OrderPulse } from "../../../contract/order.ts";

type Live = {
  /** Something changed by itself since the page was opened. */
  changed: boolean;
  checkedAt: string;
};

const firstPollMilliseconds = 5000;

/**
 * Keeps the page true: a stream says when the order has changed, and where no stream holds, the browser asks as
 * often as the service wants to be asked. What changed is then loaded the usual way.
 */
export function useLiveOrder(order: Order): Live {
  const { pathname } = useLocation();
  const { revalidate } = useRevalidator();
  const [checkedAt, setCheckedAt] = useState(order.checked_at);
  const opened = useRef(order.version);
  const version = useRef(order.version);
  version.current = order.version;

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    let last: OrderPulse | undefined;
    const source = new EventSource(`${pathname}/stream`);

    function take(pulse: OrderPulse) {
      setCheckedAt(pulse.checked_at);
      // Confirmations move the page as well, without being a new version of the order.
      const moved = last !== undefined && last.confirmations !== pulse.confirmations;
      last = pulse;
      if (pulse.version !== version.current || moved) revalidate();
    }
    async function poll() {
      const answer = await fetch(`${pathname}/status`).catch(() => null);
      const pulse: OrderPulse | null = answer?.ok ? await answer.json() : null;
      if (ended) return;
      if (pulse) take(pulse);
      timer = setTimeout(() => void poll(), pulse ? pulse.poll_after * 1000 : firstPollMilliseconds);
    }
    source.addEventListener("pulse", (event) => take(JSON.parse(event.data)));
    source.addEventListener("error", () => {
      // A stream that broke connects again by itself; one that was refused never will.
      if (source.readyState === EventSource.CLOSED && !timer)
        timer = setTimeout(() => void poll(), firstPollMilliseconds);
    });
    return () => {
      ended = true;
      source.close();
      clearTimeout(timer);
    };
  }, [pathname, revalidate]);

  return {
    changed: order.version !== opened.current,
    checkedAt: checkedAt > order.checked_at ? checkedAt : order.checked_at,
  };
}
