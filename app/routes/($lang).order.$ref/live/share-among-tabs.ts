/**
 * One of the tabs that follow the same order does the work and shares the results; when it closes, another takes over.
 * Without the Web Locks API (a page over plain HTTP) each tab works alone. Returns a function that stops it.
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
  // Leaving the lock queue rejects the promise like any abort.
  locks.request(name, { signal: leaving.signal }, lead).catch(() => {});
  return () => {
    leaving.abort();
    channel.close();
  };
}
