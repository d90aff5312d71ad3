import type { ReportLine } from "../activity.ts";

type Covered = { from: Date; until: Date };
type Written = Pick<ReportLine, "date" | "time" | "zone">;

/** Minutes east of Greenwich, of the abbreviations that PayPal writes; other zones have the names of the tz database. */
const zoneMinutes: Readonly<Record<string, number>> = {
  ...{ GMT: 0, UTC: 0, WET: 0, BST: 60, WEST: 60, CET: 60, CEST: 120, EET: 120, EEST: 180, MSK: 180 },
  ...{ EDT: -240, EST: -300, CDT: -300, CST: -360, MDT: -360, MST: -420, PDT: -420, PST: -480 },
};

/** How a date may be written: which of its three numbers are year, month and day. */
const orders = [
  [0, 1, 2],
  [2, 0, 1],
  [2, 1, 0],
] as const;

const minuteMs = 60_000;

/**
 * When each line happened. PayPal writes day and month in the order of the account's language, which the file does not name: the
 * order is the one in which all lines are within what the report covers. A sentence where there is none, or several.
 */
export function readTimes(lines: readonly Written[], covered: Covered): Date[] | string {
  const unreadable = lines.findIndex((line) => orders.every((order) => timeOf(line, order) === null));
  if (unreadable !== -1) return `report: line ${unreadable + 2} has a date, a time or a time zone that cannot be read.`;
  const readings = new Map<string, Date[]>();
  // The order that fits best: where none fits all lines, its first one outside is named.
  let firstOutside = -1;
  for (const order of orders) {
    const times = lines.map((line) => timeOf(line, order));
    const outside = times.findIndex((at) => at === null || at < covered.from || at >= covered.until);
    if (outside === -1)
      readings.set(
        times.map(Number).join(),
        times.flatMap((at) => at ?? []),
      );
    firstOutside = Math.max(firstOutside, outside);
  }
  const [only] = readings.values();
  if (!only) return `report: ${outsideText(lines, firstOutside)}`;
  return readings.size === 1
    ? only
    : "report: its dates can be read as day and month or as month and day: import a shorter time.";
}

function outsideText(lines: readonly Written[], at: number): string {
  const { date = "", time = "", zone = "" } = lines[at] ?? {};
  return `not all of its lines are between --from and --until: line ${at + 2} is of ${[date, time, zone].join(" ").trim()}.`;
}

const dateForm = /^(\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4})$/;
const timeForm = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/;

function timeOf({ date, time, zone }: Written, [y, m, d]: (typeof orders)[number]): Date | null {
  const numbers = dateForm.exec(date)?.slice(1);
  const clock = timeForm.exec(time || "00:00")?.slice(1);
  if (!numbers || !clock || numbers[y]?.length !== 4) return null;
  const [year, month, day] = [Number(numbers[y]), Number(numbers[m]), Number(numbers[d])];
  const [hour = 0, minute = 0, second = 0] = clock.map((part) => Number(part ?? 0));
  const local = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const isReal =
    local.getUTCMonth() === month - 1 && local.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  const offset = isReal ? offsetMinutes(zone || "UTC", local) : null;
  return offset === null ? null : new Date(local.getTime() - offset * minuteMs);
}

function offsetMinutes(zone: string, local: Date): number | null {
  const abbreviated = zoneMinutes[zone.toUpperCase()];
  if (abbreviated !== undefined) return abbreviated;
  const first = namedOffset(zone, local);
  // Near a change of the clocks the offset is that of the moment itself.
  return first === null ? null : namedOffset(zone, new Date(local.getTime() - first * minuteMs));
}

function namedOffset(zone: string, at: Date): number | null {
  const parts = formatOf(zone)?.formatToParts(at);
  if (!parts) return null;
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours = "0", minutes = "0"] = /^GMT(?:([+-])(\d{2}):(\d{2}))?$/.exec(name) ?? [];
  const size = Number(hours) * 60 + Number(minutes);
  return sign === "-" ? -size : size;
}

/** A format takes longer to make than to use, and a report has one zone in thousands of lines. */
let lastFormat: { zone: string; format: Intl.DateTimeFormat | null } | undefined;

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  if (lastFormat?.zone !== timeZone) lastFormat = { zone: timeZone, format: newFormat(timeZone) };
  return lastFormat.format;
}

/** Null for a zone that nobody knows. */
function newFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  } catch {
    return null;
  }
}
