import { formatAmount, formatDay, formatShortMonth } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { classNames } from "../../ui/class-names.ts";
import { type RewardTime, rewardBars, timesOf } from "./reward-bars.ts";

const frames = {
  phone: { width: 320, height: 150, left: 32, top: 8, bottom: 24, dates: 3 },
  desk: { width: 760, height: 160, left: 36, top: 8, bottom: 24, dates: 5 },
} as const;

type RewardChartProps = {
  rows: readonly RewardTime[];
  by: "day" | "month";
  span: { from: string; to: string };
  unit: string;
};

/** Drawn on the server, twice: letters of a scaled drawing would be too small on a phone. */
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
      <Drawing {...props} frame={frames.phone} className="sm:hidden" />
      <Drawing {...props} frame={frames.desk} className="hidden sm:block" />
    </>
  );
}

type Frame = (typeof frames)[keyof typeof frames];

function Drawing({ rows, by, span, unit, frame, className }: RewardChartProps & { frame: Frame; className: string }) {
  const { t } = useTranslation("affiliates");
  const lang = useLang();
  // The longest date would not fit between its place and the edge.
  const isLast = (x: number) => x > frame.width - 48;
  const { bars, grid, dates } = rewardBars(rows, timesOf(span, by), frame);
  return (
    <svg
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      role="img"
      aria-label={t(by === "day" ? "chart.name" : "chart.nameByMonth", {
        unit,
        from: formatDay(lang, span.from),
        to: formatDay(lang, span.to),
      })}
      className={classNames("figures w-full", className)}
    >
      {grid.map(({ y, value }) => (
        <g key={y}>
          <line x1={frame.left} x2={frame.width} y1={y} y2={y} className="stroke-line" />
          <text x={frame.left - 8} y={y + 4} textAnchor="end" fontSize="12" className="fill-ink-3">
            {formatAmount(lang, String(value))}
          </text>
        </g>
      ))}
      {bars.map(({ x, y, width, height, kind }) => (
        <rect
          key={`${x} ${kind}`}
          {...(kind === "ready" ? { x, y, width, height } : hollow({ x, y, width, height }))}
          className={kind === "ready" ? "fill-primary-600" : "fill-primary-50 stroke-primary-600"}
          strokeWidth={kind === "ready" ? 0 : 1.5}
        />
      ))}
      {dates.map(({ x, key }, index) => (
        <text
          key={key}
          x={isLast(x) ? frame.width : x}
          y={frame.height - 6}
          textAnchor={index === 0 ? "start" : isLast(x) ? "end" : "middle"}
          fontSize="12"
          className="fill-ink-3"
        >
          {by === "day" ? formatDay(lang, key) : formatShortMonth(lang, key)}
        </text>
      ))}
    </svg>
  );
}

/** The outline lies inside the bar. */
function hollow({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  const [inner, tall] = [Math.max(width - 1.5, 0.5), Math.max(height - 1.5, 0.5)];
  return { x: x + 0.75, y: y + 0.75, width: inner, height: tall };
}
