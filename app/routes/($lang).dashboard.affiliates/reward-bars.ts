import { niceAbove, plotSide } from "../../ui/figures/axis.ts";

/** Rewards of a day or month: drawn full where they are ready, hollow where they wait. */
export type RewardTime = { key: string; ready: string; waiting: string };
type Bar = { x: number; y: number; width: number; height: number; kind: "ready" | "waiting" };
export type Drawing = { bars: Bar[]; grid: { y: number; value: number }[]; dates: { x: number; key: string }[] };

const dayMs = 86_400_000;
/** Dates below the bars, at the most; and the width of a bar in the plot, where there are few and many. */
const maxDates = 5;
const barWidths = { most: 50, least: 6 };

/** The keys of all days or months of a span. */
export function timesOf({ from, to }: { from: string; to: string }, unit: "day" | "month"): string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
  const days = Array.from({ length: count }, (_, nth) =>
    new Date(Date.parse(from) + nth * dayMs).toISOString().slice(0, unit === "day" ? 10 : 7),
  );
  return [...new Set(days)];
}

/** Bars in a plot at all these times, the waiting part on top of the ready one; figures of a drawing, not of money. */
export function rewardBars(rows: readonly RewardTime[], times: readonly string[]): Drawing {
  const step = plotSide / times.length;
  const totals = rows.map(({ ready, waiting }) => Number(ready) + Number(waiting));
  const top = niceAbove(Math.max(...totals, 0));
  const width = Math.max(Math.min(step * 0.6, barWidths.most), barWidths.least);
  const bars = rows.flatMap(({ key, ready, waiting }) => {
    const x = times.indexOf(key) * step + (step - width) / 2;
    const [full, hollow] = [(Number(ready) / top) * plotSide, (Number(waiting) / top) * plotSide];
    return [
      { x, y: plotSide - full, width, height: full, kind: "ready" as const },
      { x, y: plotSide - full - hollow, width, height: hollow, kind: "waiting" as const },
    ].filter(({ height }) => height > 0);
  });
  const grid = [0, top / 2, top].map((value) => ({ value, y: plotSide - (value / top) * plotSide }));
  const every = Math.max(1, Math.ceil(times.length / maxDates));
  const dates = times.flatMap((key, nth) => (nth % every === 0 ? [{ x: (nth + 0.5) * step, key }] : []));
  return { bars, grid, dates };
}
