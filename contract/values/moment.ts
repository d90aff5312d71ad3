const moment =
  /^(\d{4}-\d{2}-\d{2})(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/;

/**
 * A day, which begins in UTC, or a time in UTC or with an offset. Null when not given; undefined when it has another form or
 * is not in the calendar: 30 February would be read as a day in March.
 */
export function parseMoment(typed: string | undefined): Date | null | undefined {
  if (typed === undefined || typed === "") return null;
  const day = moment.exec(typed)?.[1];
  if (day === undefined) return undefined;
  const midnight = new Date(day);
  const isInCalendar = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
  return isInCalendar ? new Date(typed) : undefined;
}
