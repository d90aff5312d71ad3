import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import { axisWidth, plotSide } from "./axis.ts";

/** A place in the square as a share of the plot's width or height. */
export const inPlot = (position: number) => `${(position * 100) / plotSide}%`;

type PlotProps = {
  /** The text alternative: what the plot shows in one sentence. */
  label: string;
  /** Horizontal grid lines: their heights in the square, and their labels. */
  grid: readonly { y: number; text: string }[];
  /** Shapes below and above the lines of the grid, in the square; their strokes need `vectorEffect`. */
  behind?: ReactNode;
  shapes?: ReactNode;
  /** Sets the height. */
  className: string;
  /** Letters and dots, placed with `inPlot`. */
  children: ReactNode;
};

/**
 * A drawing beside its vertical axis. Only its shapes are stretched to the width of the page: letters, dots and strokes have
 * the same size on a phone of 320 pixels as on a desk.
 */
export function Plot({ label, grid, behind, shapes, className, children }: PlotProps) {
  const left = axisWidth(grid.map(({ text }) => text));
  return (
    <div role="img" aria-label={label} className={classNames("figures flex pr-1", className)}>
      <svg aria-hidden="true" width={left} className="h-full flex-none overflow-visible">
        {grid.map(({ y, text }) => (
          <text key={y} x={left - 8} y={inPlot(y)} dy="4" textAnchor="end" fontSize="12" className="fill-ink-3">
            {text}
          </text>
        ))}
      </svg>
      <svg aria-hidden="true" className="h-full w-full min-w-0 overflow-visible">
        {behind && <Stretched>{behind}</Stretched>}
        {grid.map(({ y }) => (
          <line key={y} x2="100%" y1={inPlot(y)} y2={inPlot(y)} className="stroke-line" />
        ))}
        {shapes && <Stretched>{shapes}</Stretched>}
        {children}
      </svg>
    </div>
  );
}

function Stretched({ children }: { children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${plotSide} ${plotSide}`}
      preserveAspectRatio="none"
      width="100%"
      height="100%"
      className="overflow-visible"
    >
      {children}
    </svg>
  );
}
