import { niceAbove, plotSide } from "../../ui/figures/axis.ts";

/** One point of the chart: milliseconds, and the two rates. Numbers are precise enough to draw. */
export type ChartPoint = { at: number; ours: number; market: number };

export type Chart = {
  /** SVG path data of the two lines and of the area between them. */
  ours: string;
  market: string;
  between: string;
  /** Horizontal grid lines and their rates. */
  grid: { y: number; rate: number }[];
  /** Date labels: position, and time in milliseconds. */
  dates: { x: number; at: number }[];
  last: { x: number; y: number };
};

/** Lays out at least two points in a plot: time from left to right, both rates on one scale with a margin of 5 %. */
export function chartOf(points: readonly ChartPoint[]): Chart {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || first === last) throw new Error("A chart needs two points");
  const [low, high] = bounds(points);
  const x = (at: number) => round(((at - first.at) / (last.at - first.at)) * plotSide);
  const y = (rate: number) => round(((high - rate) / (high - low)) * plotSide);
  const ours = points.map((point) => `${x(point.at)} ${y(point.ours)}`);
  const market = points.map((point) => `${x(point.at)} ${y(point.market)}`);
  return {
    ours: `M${ours.join("L")}`,
    market: `M${market.join("L")}`,
    between: `M${ours.join("L")}L${market.reverse().join("L")}Z`,
    grid: gridRates(points).map((rate) => ({ rate, y: y(rate) })),
    dates: steps(first.at, last.at, 4).map((at) => ({ at, x: x(at) })),
    last: { x: x(last.at), y: y(last.ours) },
  };
}

/** The rates of the horizontal lines, lowest first: two to six round ones. */
export function gridRates(points: readonly ChartPoint[]): number[] {
  const [low, high] = bounds(points);
  const step = niceAbove((high - low) / 5);
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, index) => (first + index) * step);
}

function bounds(points: readonly ChartPoint[]): [number, number] {
  const rates = points.flatMap(({ ours, market }) => [ours, market]);
  const [low, high] = [Math.min(...rates), Math.max(...rates)];
  const margin = (high - low || high || 1) * 0.05;
  return [low - margin, high + margin];
}

/** `count` values from `low` to `high`, evenly apart. */
function steps(low: number, high: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => low + ((high - low) * index) / (count - 1));
}

function round(position: number): number {
  return Math.round(position * 10) / 10;
}
