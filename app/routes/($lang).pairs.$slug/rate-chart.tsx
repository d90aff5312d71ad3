import { classNames } from "../../ui/class-names.ts";
import { axisWidth } from "../../ui/figures/axis.ts";
import { type ChartFrame, type ChartPoint, chartOf, gridRates } from "./chart.ts";

type RateChartProps = {
  points: readonly ChartPoint[];
  /** The text alternative: what the chart shows in one sentence. */
  label: string;
  between: string;
  rate: (value: number) => string;
  date: (at: number) => string;
};

/** The left margin follows from the labels. */
type Frame = Omit<ChartFrame, "left">;

const frames = {
  phone: { width: 340, height: 220, right: 8, top: 8, bottom: 28 },
  desk: { width: 620, height: 250, right: 8, top: 8, bottom: 28 },
} as const satisfies Record<string, Frame>;

/** Drawn twice, since letters of a scaled drawing would be too small on a phone; one of them is shown. */
export function RateChart(props: RateChartProps) {
  return (
    <>
      <Drawing {...props} frame={frames.phone} className="sm:hidden" />
      <Drawing {...props} frame={frames.desk} className="hidden sm:block" />
    </>
  );
}

function Drawing({
  points,
  label,
  between,
  rate,
  date,
  frame,
  className,
}: RateChartProps & { frame: Frame; className: string }) {
  const left = axisWidth(gridRates(points).map(rate));
  const chart = chartOf(points, { ...frame, left });
  const { width, height, right } = frame;
  const anchor = (index: number) => (index === 0 ? "start" : index === chart.dates.length - 1 ? "end" : "middle");
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      className={classNames("figures w-full", className)}
    >
      <path d={chart.between} className="fill-secondary-50" />
      {chart.grid.map(({ y, rate: value }) => (
        <g key={y}>
          <line x1={left} x2={width - right} y1={y} y2={y} className="stroke-line" />
          <text x={left - 8} y={y + 4} textAnchor="end" fontSize="12" className="fill-ink-3">
            {rate(value)}
          </text>
        </g>
      ))}
      <path d={chart.market} fill="none" strokeWidth="1.5" strokeDasharray="3 3" className="stroke-ink-3" />
      <path d={chart.ours} fill="none" strokeWidth="2" strokeLinejoin="round" className="stroke-primary-600" />
      <circle cx={chart.last.x} cy={chart.last.y} r="4" className="fill-primary-600" />
      {/* Its outline clears the grid and the lines behind it. */}
      <text
        x={(left + width) / 2}
        y={height / 2}
        textAnchor="middle"
        fontSize="12"
        paintOrder="stroke"
        strokeWidth="6"
        className="fill-secondary-800 stroke-secondary-50"
      >
        {between}
      </text>
      {chart.dates.map(({ x, at }, index) => (
        <text key={at} x={x} y={height - 6} textAnchor={anchor(index)} fontSize="12" className="fill-ink-3">
          {date(at)}
        </text>
      ))}
    </svg>
  );
}
