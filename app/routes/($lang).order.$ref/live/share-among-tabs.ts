/**
 * One of the tabs that follow the same order does the work and shares the results; when it closes, another takes over.
 * Without the Web Locks API (a page over plain HTTP) each tab works alone. Returns a function that stops it.
 */
export function shareAmongTabs<Update>(
  name: string,
  work: (publish: (update: Update) => void) => () => void,
  onUpdate: (update: Update) => void,
): () => void {
  const leaving = new AbortController();
  const locks = typeof BroadcastChannel === "function" ? navigator.locks : undefined;
  if (!locks) return work(onUpdate);

  const channel = new BroadcastChannel(name);
  channel.addEventListener("message", (event) => onUpdate(event.data));
  const lead = () =>
    new Promise<void>((resolve) => {
      const stop = work((update) => {
        onUpdate(update);
        channel.postMessage(update);
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
