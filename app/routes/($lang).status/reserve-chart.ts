import { niceAbove, plotSide } from "../../ui/figures/axis.ts";

export type ReserveDay = { day: string; lowest: string };

/**
 * Path data: lines of neighbouring days, their areas, a dot for a day without neighbours, and the last point. Days
 * without a record are gaps.
 */
type ReserveChart = {
  lines: string;
  areas: string;
  dots: { x: number; y: number }[];
  grid: { y: number; amount: number }[];
  last: { x: number; y: number };
};

const dayMs = 86_400_000;

/** The amounts of the horizontal lines, lowest first; the highest is above every day. */
function gridAmounts(days: readonly ReserveDay[]): number[] {
  const top = niceAbove(Math.max(...days.map(({ lowest }) => Number(lowest)), 0));
  return [0, top / 2, top];
}

/** From zero to the highest line; numbers are precise enough to draw. Null for less than two days. */
export function reserveChart(days: readonly ReserveDay[]): ReserveChart | null {
  const points = days.map(({ day, lowest }) => ({ at: Date.parse(day), amount: Number(lowest) }));
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || first === last) return null;
  const amounts = gridAmounts(days);
  const highest = amounts.at(-1) ?? 1;
  const x = (at: number) => rounded(((at - first.at) / (last.at - first.at)) * plotSide);
  const y = (amount: number) => rounded((1 - amount / highest) * plotSide);
  const runs: (typeof points)[] = [];
  for (const point of points) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run && before && point.at - before.at <= dayMs) run.push(point);
    else runs.push([point]);
  }
  const lineOf = (run: typeof points) => `M${run.map(({ at, amount }) => `${x(at)} ${y(amount)}`).join("L")}`;
  return {
    lines: runs.map(lineOf).join(""),
    areas: runs.map((run) => `${lineOf(run)}V${plotSide}H${x(run[0]?.at ?? first.at)}Z`).join(""),
    dots: runs.flatMap((run) => (run.length === 1 ? run.map(({ at, amount }) => ({ x: x(at), y: y(amount) })) : [])),
    grid: amounts.map((amount) => ({ amount, y: y(amount) })),
    last: { x: x(last.at), y: y(last.amount) },
  };
}

const rounded = (position: number) => Math.round(position * 10) / 10;
