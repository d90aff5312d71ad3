import { formatShort } from "../../i18n/format.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { classNames } from "../../ui/class-names.ts";
import { axisWidth } from "../../ui/figures/axis.ts";
import { gridAmounts, type ReserveDay, type ReserveFrame, reserveChart } from "./reserve-chart.ts";

/** The left margin follows from the labels. */
type Frame = Omit<ReserveFrame, "left">;

const frames = {
  phone: { width: 310, height: 150, right: 5, top: 12, bottom: 8 },
  desk: { width: 520, height: 190, right: 5, top: 12, bottom: 8 },
} as const satisfies Record<string, Frame>;

type ReserveDrawingProps = { days: readonly ReserveDay[] /** The text alternative. */; label: string };

/** Drawn twice, since letters of a scaled drawing would be too small on a phone; one of them is shown. */
export function ReserveDrawing(props: ReserveDrawingProps) {
  return (
    <>
      <Drawing {...props} frame={frames.phone} className="sm:hidden" />
      <Drawing {...props} frame={frames.desk} className="hidden sm:block" />
    </>
  );
}

function Drawing({ days, label, frame, className }: ReserveDrawingProps & { frame: Frame; className: string }) {
  const lang = useLang();
  const short = (amount: number) => formatShort(lang, amount);
  const left = axisWidth(gridAmounts(days).map(short));
  const chart = reserveChart(days, { ...frame, left });
  if (!chart) return null;
  return (
    <svg
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      role="img"
      aria-label={label}
      className={classNames("figures mt-3 w-full", className)}
    >
      <path d={chart.areas} className="fill-primary-100" />
      {chart.grid.map(({ y, amount }) => (
        <g key={y}>
          <path d={`M${left} ${y}H${frame.width}`} className="stroke-line" />
          <text x={left - 8} y={y + 4} textAnchor="end" fontSize="12" className="fill-ink-3">
            {short(amount)}
          </text>
        </g>
      ))}
      <path d={chart.lines} fill="none" strokeWidth="2" strokeLinejoin="round" className="stroke-primary-600" />
      {chart.dots.map(({ x, y }) => (
        <circle key={x} cx={x} cy={y} r="2.5" className="fill-primary-600" />
      ))}
      <circle cx={chart.last.x} cy={chart.last.y} r="4" className="fill-primary-600" />
    </svg>
  );
}
