import { formatShort } from "../../i18n/format.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { inPlot, Plot } from "../../ui/figures/plot.tsx";
import { type ReserveDay, reserveChart } from "./reserve-chart.ts";

type ReserveDrawingProps = { days: readonly ReserveDay[] /** The text alternative. */; label: string };

export function ReserveDrawing({ days, label }: ReserveDrawingProps) {
  const lang = useLang();
  const chart = reserveChart(days);
  if (!chart) return null;
  return (
    <Plot
      label={label}
      grid={chart.grid.map(({ y, amount }) => ({ y, text: formatShort(lang, amount) }))}
      behind={<path d={chart.areas} className="fill-primary-100" />}
      shapes={
        <path
          d={chart.lines}
          vectorEffect="non-scaling-stroke"
          fill="none"
          strokeWidth="2"
          strokeLinejoin="round"
          className="stroke-primary-600"
        />
      }
      className="mb-2 mt-6 h-32 sm:h-44"
    >
      {chart.dots.map(({ x, y }) => (
        <circle key={x} cx={inPlot(x)} cy={inPlot(y)} r="2.5" className="fill-primary-600" />
      ))}
      <circle cx={inPlot(chart.last.x)} cy={inPlot(chart.last.y)} r="4" className="fill-primary-600" />
    </Plot>
  );
}
