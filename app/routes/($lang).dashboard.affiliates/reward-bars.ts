import { niceAbove } from "../../ui/figures/axis.ts";

/** Rewards of a day or month: drawn full where they are ready, hollow where they wait. */
export type RewardTime = { key: string; ready: string; waiting: string };
type Bar = { x: number; y: number; width: number; height: number; kind: "ready" | "waiting" };
type Frame = { width: number; height: number; left: number; bottom: number; top: number; dates: number };
export type Drawing = { bars: Bar[]; grid: { y: number; value: number }[]; dates: { x: number; key: string }[] };

const dayMs = 86_400_000;

/** The keys of all days or months of a span. */
export function timesOf({ from, to }: { from: string; to: string }, unit: "day" | "month"): string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
  const days = Array.from({ length: count }, (_, nth) =>
    new Date(Date.parse(from) + nth * dayMs).toISOString().slice(0, unit === "day" ? 10 : 7),
  );
  return [...new Set(days)];
}

/** Bars at all these times, the waiting part on top of the ready one; figures of a drawing, not of money. */
export function rewardBars(rows: readonly RewardTime[], times: readonly string[], frame: Frame): Drawing {
  const step = (frame.width - frame.left) / times.length;
  const totals = rows.map(({ ready, waiting }) => Number(ready) + Number(waiting));
  const top = niceAbove(Math.max(...totals, 0));
  const room = frame.height - frame.top - frame.bottom;
  const floor = frame.height - frame.bottom;
  const width = Math.max(Math.min(step * 0.6, 24), 1.5);
  const bars = rows.flatMap(({ key, ready, waiting }) => {
    const x = frame.left + times.indexOf(key) * step + (step - width) / 2;
    const [full, hollow] = [(Number(ready) / top) * room, (Number(waiting) / top) * room];
    return [
      { x, y: floor - full, width, height: full, kind: "ready" as const },
      { x, y: floor - full - hollow, width, height: hollow, kind: "waiting" as const },
    ].filter(({ height }) => height > 0);
  });
  const grid = [0, top / 2, top].map((value) => ({ value, y: floor - (value / top) * room }));
  const every = Math.max(1, Math.ceil(times.length / frame.dates));
  const dates = times.flatMap((key, nth) => (nth % every === 0 ? [{ x: frame.left + (nth + 0.5) * step, key }] : []));
  return { bars, grid, dates };
}
