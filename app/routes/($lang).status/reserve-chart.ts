type ReserveFrame = { width: number; height: number; top: number; left: number };

/** Path data: lines of neighbouring days, their areas, and the last point. Days without a record are gaps. */
type ReserveChart = { lines: string; areas: string; last: { x: number; y: number }; highest: number };

const dayMs = 86_400_000;

/** From zero to a little above the highest day; numbers are precise enough to draw. Null for less than two days. */
export function reserveChart(
  days: readonly { day: string; lowest: string }[],
  { width, height, top, left }: ReserveFrame,
): ReserveChart | null {
  const points = days.map(({ day, lowest }) => ({ at: Date.parse(day), amount: Number(lowest) }));
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || first === last) return null;
  const highest = Math.max(...points.map(({ amount }) => amount)) * 1.1 || 1;
  const x = (at: number) => rounded(left + ((at - first.at) / (last.at - first.at)) * (width - left));
  const y = (amount: number) => rounded(height - (amount / highest) * (height - top));
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
    areas: runs.map((run) => `${lineOf(run)}V${height}H${x(run[0]?.at ?? first.at)}Z`).join(""),
    last: { x: x(last.at), y: y(last.amount) },
    highest,
  };
}

const rounded = (pixels: number) => Math.round(pixels * 10) / 10;
