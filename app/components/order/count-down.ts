/** Reports the remaining seconds every second down to zero; returns a function that stops it. */
export function countDown(fromSeconds: number, onTick: (left: number) => void): () => void {
  const startMs = performance.now();
  const timer = setInterval(() => {
    const left = Math.max(0, fromSeconds - Math.floor((performance.now() - startMs) / 1000));
    if (left === 0) clearInterval(timer);
    onTick(left);
  }, 1000);
  return () => clearInterval(timer);
}
