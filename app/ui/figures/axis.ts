/** Shapes of a plot are drawn in a square with sides of this length, whatever size it gets. */
export const plotSide = 1000;

/** Digits of the drawings' letters (12 px) are this wide; separators are narrower. */
const digitWidth = 7;
/** Between a label and the drawing. */
const gap = 8;

/** The margin in pixels in which the longest label of a vertical axis fits. */
export function axisWidth(labels: readonly string[]): number {
  return Math.max(...labels.map((label) => label.length), 0) * digitWidth + gap;
}

/** 1, 2 or 5 times a power of ten, at least the value, so that the lines of the drawing are round. 1 for zero. */
export function niceAbove(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((digit) => digit * power).find((nice) => nice >= value) ?? 10 * power;
}
