const wakeCheckMs = 5000;
const sleptMs = 20_000;

/**
 * Follows only while the page is visible, so that background tabs cost nothing. On return (tab switch, Back, wake from
 * sleep, back online) it updates at once.
 */
export function whileVisible(follow: () => () => void, update: () => void): () => void {
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
  const onPageShow = (event: PageTransitionEvent) => event.persisted && back();
  const tick = setInterval(() => {
    const slept = Date.now() - lastTickMs > sleptMs;
    lastTickMs = Date.now();
    if (slept && document.visibilityState !== "hidden") back();
  }, wakeCheckMs);

  if (document.visibilityState !== "hidden") start();
  document.addEventListener("visibilitychange", seen);
  window.addEventListener("pagehide", stop);
  window.addEventListener("pageshow", onPageShow);
  window.addEventListener("online", back);
  window.addEventListener("offline", update);
  return () => {
    stop();
    clearInterval(tick);
    document.removeEventListener("visibilitychange", seen);
    window.removeEventListener("pagehide", stop);
    window.removeEventListener("pageshow", onPageShow);
    window.removeEventListener("online", back);
    window.removeEventListener("offline", update);
  };
}
