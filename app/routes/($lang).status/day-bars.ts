/** Widths and heights of a row of bars, one a day or one an hour, in units of its drawing. `gap`: between days of hours. */
export const frame = { step: 8, width: 6, height: 28, gap: 12 } as const;

/** As wide as three days of hours, so that a bar has one width from the first hour on. */
export const hoursWidth = 3 * 24 * frame.step + 2 * frame.gap;

/** A worse bar is lower, so that its colour is not the only difference. */
const heights = { works: 28, partly: 20, stopped: 12, unknown: 28 } as const;
type DayState = keyof typeof heights;

const isKnown = (state: string): state is DayState => Object.hasOwn(heights, state);

/** SVG path data of the bars in each state, with a gap between groups. A state that this site does not know is drawn as unknown. */
export function barsOf(...groups: readonly (readonly string[])[]): Record<DayState, string> {
  const paths: Record<DayState, string> = { works: "", partly: "", stopped: "", unknown: "" };
  let left = 0;
  for (const states of groups) {
    for (const [index, state] of states.entries()) {
      const kind = isKnown(state) ? state : "unknown";
      // The outline of what is unknown lies inside its bar.
      const inset = kind === "unknown" ? 1 : 0;
      const [width, height] = [frame.width - 2 * inset, heights[kind] - 2 * inset];
      const x = left + index * frame.step + inset;
      paths[kind] += `M${x} ${frame.height - inset}v-${height}h${width}v${height}z`;
    }
    left += states.length * frame.step + frame.gap;
  }
  return paths;
}
