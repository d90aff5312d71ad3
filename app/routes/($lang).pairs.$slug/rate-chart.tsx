import { classNames } from "../../ui/class-names.ts";
import { inPlot, Plot } from "../../ui/figures/plot.tsx";
import { type ChartPoint, chartOf } from "./chart.ts";

type RateChartProps = {
  points: readonly ChartPoint[];
  /** The text alternative: what the chart shows in one sentence. */
  label: string;
  between: string;
  rate: (value: number) => string;
  date: (at: number) => string;
};

export function RateChart({ points, label, between, rate, date }: RateChartProps) {
  const chart = chartOf(points);
  const lastDate = chart.dates.length - 1;
  const anchor = (index: number) => (index === 0 ? "start" : index === lastDate ? "end" : "middle");
  return (
    <Plot
      label={label}
      grid={chart.grid.map(({ y, rate: value }) => ({ y, text: rate(value) }))}
      behind={<path d={chart.between} className="fill-secondary-50" />}
      shapes={
        <g fill="none" strokeLinejoin="round">
          <path
            d={chart.market}
            vectorEffect="non-scaling-stroke"
            strokeWidth="1.5"
            strokeDasharray="3 3"
            className="stroke-ink-3"
          />
          <path d={chart.ours} vectorEffect="non-scaling-stroke" strokeWidth="2" className="stroke-primary-600" />
        </g>
      }
      className="mb-8 mt-2 h-44 sm:h-52"
    >
      <circle cx={inPlot(chart.last.x)} cy={inPlot(chart.last.y)} r="4" className="fill-primary-600" />
      {/* Its outline clears the grid and the lines behind it. */}
      <text
        x="50%"
        y="50%"
        textAnchor="middle"
        fontSize="12"
        paintOrder="stroke"
        strokeWidth="6"
        className="fill-secondary-800 stroke-secondary-50"
      >
        {between}
      </text>
      {chart.dates.map(({ x, at }, index) => (
        <text
          key={at}
          x={inPlot(x)}
          y="100%"
          dy="22"
          textAnchor={anchor(index)}
          fontSize="12"
          // The narrowest phones have room for the two at the ends.
          className={classNames("fill-ink-3", index > 0 && index < lastDate && "max-[379px]:hidden")}
        >
          {date(at)}
        </text>
      ))}
    </Plot>
  );
}
