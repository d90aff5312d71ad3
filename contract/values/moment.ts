/** A day or time of a query in UTC or with an offset. Null when not given, undefined when not a valid one. */
export function parseMoment(typed: string | undefined): Date | null | undefined {
  if (typed === undefined || typed === "") return null;
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/.test(typed)) return undefined;
  const at = new Date(typed);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
