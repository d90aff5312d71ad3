import { formatAmount, formatDay, formatShortMonth } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { classNames } from "../../ui/class-names.ts";
import { inPlot, Plot } from "../../ui/figures/plot.tsx";
import { type RewardTime, rewardBars, timesOf } from "./reward-bars.ts";

type RewardChartProps = {
  rows: readonly RewardTime[];
  by: "day" | "month";
  span: { from: string; to: string };
  unit: string;
};

export function RewardChart(props: RewardChartProps) {
  const { t } = useTranslation("affiliates");
  const legend = "inline-flex items-center gap-2";
  return (
    <>
      <p className="mb-3 mt-6 flex flex-wrap gap-x-4 gap-y-1 text-small text-ink-2">
        <strong className="text-ink">
          {t(props.by === "day" ? "chart.title" : "chart.byMonth", { unit: props.unit })}
        </strong>
        <span className={legend}>
          <span aria-hidden="true" className="size-3 rounded-[3px] bg-primary-600" />
          {t("chart.ready")}
        </span>
        <span className={legend}>
          <span aria-hidden="true" className="size-3 rounded-[3px] border-2 border-primary-600 bg-primary-50" />
          {t("chart.waiting")}
        </span>
      </p>
      <Drawing {...props} />
    </>
  );
}

/** From here on, in the plot, a date would not fit between its place and the edge of a phone. */
const lastPlace = 850;

function Drawing({ rows, by, span, unit }: RewardChartProps) {
  const { t } = useTranslation("affiliates");
  const lang = useLang();
  const { bars, grid, dates } = rewardBars(rows, timesOf(span, by));
  return (
    <Plot
      label={t(by === "day" ? "chart.name" : "chart.nameByMonth", {
        unit,
        from: formatDay(lang, span.from),
        to: formatDay(lang, span.to),
      })}
      grid={grid.map(({ y, value }) => ({ y, text: formatAmount(lang, String(value)) }))}
      className="mb-7 mt-2 h-28 sm:h-32"
    >
      {bars.map(({ x, y, width, height, kind }) => (
        <rect
          key={`${x} ${kind}`}
          x={inPlot(x)}
          y={inPlot(y)}
          width={inPlot(width)}
          height={inPlot(height)}
          className={kind === "ready" ? "fill-primary-600" : "fill-primary-50 stroke-primary-600"}
          strokeWidth={kind === "ready" ? 0 : 1.5}
        />
      ))}
      {dates.map(({ x, key }, index) => (
        <text
          key={key}
          x={inPlot(x)}
          y="100%"
          dy="18"
          textAnchor={index === 0 ? "start" : x > lastPlace ? "end" : "middle"}
          fontSize="12"
          // A phone has room for every other one.
          className={classNames("fill-ink-3", index % 2 === 1 && "max-sm:hidden")}
        >
          {by === "day" ? formatDay(lang, key) : formatShortMonth(lang, key)}
        </text>
      ))}
    </Plot>
  );
}
