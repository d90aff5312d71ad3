export function shownTimes(all: readonly number[]): string {
  if (all.length === 0) return "never";
  const sorted = [...all].sort((a, b) => a - b);
  const at = (part: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
  return `median ${at(0.5)} ms, 95 % ${at(0.95)} ms, longest ${at(1)} ms`;
}

/** Polls the path until it answers with this status; returns the milliseconds; throws after 30 seconds. */
export async function untilAnswers(base: string, path: string, status: number): Promise<number> {
  const started = performance.now();
  for (;;) {
    const response = await fetch(`${base}${path}`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined);
    await response?.body?.cancel();
    const elapsed = performance.now() - started;
    if (response?.status === status) return elapsed;
    if (elapsed > 30_000) throw new Error(`${path} does not answer ${status}, but ${response?.status ?? "nothing"}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
