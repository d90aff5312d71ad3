/** Hours of some weekdays in which a pair's margin is wider by `addBps`; whole hours of UTC, `to` not included, 24 at most. */
type MarginHours = { days: readonly number[]; from: number; to: number; addBps: number };

/** As `Date` counts them. */
const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const entryPattern = /^([a-z]{3})(?:-([a-z]{3}))? (\d{1,2})-(\d{1,2}) \+(\d{1,4})$/;
const mostBps = 2000;

/**
 * `fri 20-24 +50, sat-sun 0-24 +150`: what operators enter, the margin's addition in basis points. Undefined where it is not of
 * that form; empty text is none.
 */
export function readMarginHours(text: string): MarginHours[] | undefined {
  if (text === "") return [];
  const entries = text.split(",").map((part) => readEntry(part.trim()));
  return entries.every((entry) => entry !== undefined) ? entries : undefined;
}

function readEntry(text: string): MarginHours | undefined {
  const [, first = "", last = first, from = "", to = "", add = ""] = entryPattern.exec(text) ?? [];
  const [start, end] = [weekdays.indexOf(first), weekdays.indexOf(last)];
  if (start < 0 || end < 0 || Number(from) >= Number(to) || Number(to) > 24) return undefined;
  if (Number(add) < 1 || Number(add) > mostBps) return undefined;
  const count = ((end - start + 7) % 7) + 1;
  const days = Array.from({ length: count }, (_, index) => (start + index) % 7);
  return { days, from: Number(from), to: Number(to), addBps: Number(add) };
}

/** What is added to the margin at this moment; the largest where several apply, 0 where none does. */
export function addedMarginBps(text: string, now: Date): number {
  const hours = readMarginHours(text) ?? [];
  const [day, hour] = [now.getUTCDay(), now.getUTCHours()];
  return hours.reduce(
    (most, { days, from, to, addBps }) =>
      days.includes(day) && hour >= from && hour < to ? Math.max(most, addBps) : most,
    0,
  );
}
