import type { OrderPulse } from "../../../../contract/order/order.ts";

/** The order's progress, or null when the server cannot be reached. */
export type OrderUpdate = OrderPulse | null;

/** The service sends something every fifteen seconds; a stream that is silent for longer is broken. */
const silenceMs = 40_000;
const pollMs = 5000;
const firstReopenMs = 3000;
const lastReopenMs = 60_000;

/**
 * Reports the progress of the order at `path` until the returned function is called: by stream, and without one by
 * polling at the service's interval. The stream is retried with growing delays.
 */
export function orderFeed(path: string, onUpdate: (update: OrderUpdate) => void): () => void {
  let source: EventSource | undefined;
  let reopenMs = firstReopenMs;
  let isAsking = false;
  const timers: Record<"silence" | "reopen" | "ask", ReturnType<typeof setTimeout> | undefined> = {
    silence: undefined,
    reopen: undefined,
    ask: undefined,
  };
  open();
  return () => {
    source?.close();
    isAsking = false;
    for (const timer of Object.values(timers)) clearTimeout(timer);
  };

  function open(): void {
    source = new EventSource(`${path}/stream`);
    source.addEventListener("pulse", (event) => {
      reopenMs = firstReopenMs;
      isAsking = false;
      clearTimeout(timers.ask);
      listen();
      const [pulse] = JSON.parse(event.data).data;
      if (pulse) onUpdate(pulse);
    });
    // The browser's own reconnect is not enough: it gives up for good when a proxy answers for a restarting server.
    source.addEventListener("error", broken);
    listen();
  }
  function listen(): void {
    clearTimeout(timers.silence);
    timers.silence = setTimeout(broken, silenceMs);
  }
  function broken(): void {
    source?.close();
    clearTimeout(timers.silence);
    timers.reopen = setTimeout(open, reopenMs);
    reopenMs = Math.min(reopenMs * 2, lastReopenMs);
    if (isAsking) return;
    isAsking = true;
    void ask();
  }
  async function ask(): Promise<void> {
    const update = await pollOnce(path);
    if (!isAsking) return;
    onUpdate(update);
    timers.ask = setTimeout(() => void ask(), update ? update.poll_after * 1000 : pollMs);
  }
}

export async function pollOnce(path: string): Promise<OrderUpdate> {
  const response = await fetch(`${path}/status`).catch(() => null);
  return response?.ok ? response.json().catch(() => null) : null;
}
