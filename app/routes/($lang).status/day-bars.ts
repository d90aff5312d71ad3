/** Widths and heights of a row of day bars, in units of its drawing. */
export const frame = { step: 8, width: 6, height: 28 } as const;

/** A worse day is lower, so that its colour is not the only difference. */
const heights = { works: 28, partly: 20, stopped: 12, unknown: 28 } as const;
type DayState = keyof typeof heights;

const isKnown = (state: string): state is DayState => Object.hasOwn(heights, state);

/** SVG path data of the days in each state. A state that this site does not know is drawn as unknown. */
export function barsOf(days: readonly { state: string }[]): Record<DayState, string> {
  const paths: Record<DayState, string> = { works: "", partly: "", stopped: "", unknown: "" };
  for (const [index, { state }] of days.entries()) {
    const kind = isKnown(state) ? state : "unknown";
    // The outline of an unknown day lies inside its bar.
    const inset = kind === "unknown" ? 1 : 0;
    const [width, height] = [frame.width - 2 * inset, heights[kind] - 2 * inset];
    const x = index * frame.step + inset;
    paths[kind] += `M${x} ${frame.height - inset}v-${height}h${width}v${height}z`;
  }
  return paths;
}
