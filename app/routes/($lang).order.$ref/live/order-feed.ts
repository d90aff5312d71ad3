import type { OrderPulse } from "../../../../contract/order/order.ts";

/** How the order stands, or null: nobody can be reached. */
export type News = OrderPulse | null;

/** The service speaks every fifteen seconds even when nothing happens; a stream that is silent longer is broken. */
const silenceMs = 40_000;
const askAgainMs = 5000;
const firstReopenMs = 3000;
const lastReopenMs = 60_000;

/**
 * Tells how the order at `path` stands, until the answer of this is called: by stream, and while none holds by asking
 * as often as the service wants to be asked. A stream is tried again, later each time.
 */
export function orderFeed(path: string, tell: (news: News) => void): () => void {
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
      if (pulse) tell(pulse);
    });
    // Whatever the browser would do by itself: it gives up for good where a proxy answers for a server that restarts.
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
    const news = await askOnce(path);
    if (!isAsking) return;
    tell(news);
    timers.ask = setTimeout(() => void ask(), news ? news.poll_after * 1000 : askAgainMs);
  }
}

export async function askOnce(path: string): Promise<News> {
  const answer = await fetch(`${path}/status`).catch(() => null);
  return answer?.ok ? answer.json().catch(() => null) : null;
}
