/** Rewards of a day: drawn full where they are ready, hollow where they wait. */
export type RewardDay = { key: string; ready: string; waiting: string };
type Bar = { x: number; y: number; width: number; height: number; kind: "ready" | "waiting" };
type Frame = { width: number; height: number; left: number; bottom: number; top: number; dates: number };
export type Drawing = { bars: Bar[]; grid: { y: number; value: number }[]; dates: { x: number; day: string }[] };

const dayMs = 86_400_000;

/** Bars of all days of the span, the waiting part on top of the ready one; figures of a drawing, not of money. */
export function rewardBars(days: readonly RewardDay[], span: { from: string; to: string }, frame: Frame): Drawing {
  const first = Date.parse(span.from);
  const count = Math.round((Date.parse(span.to) - first) / dayMs) + 1;
  const step = (frame.width - frame.left) / count;
  const totals = days.map(({ ready, waiting }) => Number(ready) + Number(waiting));
  const top = niceAbove(Math.max(...totals, 0));
  const room = frame.height - frame.top - frame.bottom;
  const floor = frame.height - frame.bottom;
  const width = Math.max(Math.min(step * 0.6, 24), 1.5);
  const bars = days.flatMap(({ key, ready, waiting }) => {
    const x = frame.left + ((Date.parse(key) - first) / dayMs) * step + (step - width) / 2;
    const [full, hollow] = [(Number(ready) / top) * room, (Number(waiting) / top) * room];
    return [
      { x, y: floor - full, width, height: full, kind: "ready" as const },
      { x, y: floor - full - hollow, width, height: hollow, kind: "waiting" as const },
    ].filter(({ height }) => height > 0);
  });
  const grid = [0, top / 2, top].map((value) => ({ value, y: floor - (value / top) * room }));
  const every = Math.max(1, Math.ceil(count / frame.dates));
  const dates = Array.from({ length: Math.ceil(count / every) }, (_, index) => ({
    x: frame.left + (index * every + 0.5) * step,
    day: new Date(first + index * every * dayMs).toISOString().slice(0, 10),
  }));
  return { bars, grid, dates };
}

/** 1, 2 or 5 times a power of ten, so that the lines of the drawing are round. */
function niceAbove(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((digit) => digit * power).find((nice) => nice >= value) ?? 10 * power;
}
