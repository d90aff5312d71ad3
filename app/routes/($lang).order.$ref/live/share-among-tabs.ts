/**
 * One of the tabs that follow the same thing does the work, the others hear of it; when it closes, another takes over.
 * Where the browser has no locks (a page over plain HTTP), each tab does its own. The answer of this ends it.
 */
export function shareAmongTabs<News>(
  name: string,
  work: (tell: (news: News) => void) => () => void,
  take: (news: News) => void,
): () => void {
  const leaving = new AbortController();
  const locks = typeof BroadcastChannel === "function" ? navigator.locks : undefined;
  if (!locks) return work(take);

  const channel = new BroadcastChannel(name);
  channel.addEventListener("message", (event) => take(event.data));
  const lead = () =>
    new Promise<void>((resolve) => {
      const stop = work((news) => {
        take(news);
        channel.postMessage(news);
      });
      leaving.signal.addEventListener("abort", () => {
        stop();
        resolve();
      });
    });
  // Leaving while still in the queue is a rejection like any other.
  locks.request(name, { signal: leaving.signal }, lead).catch(() => {});
  return () => {
    leaving.abort();
    channel.close();
  };
}
