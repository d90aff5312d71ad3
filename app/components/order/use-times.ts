import type { Lang } from "../../../contract/values/languages.ts";
import { formatInZone } from "../../i18n/format.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { useSite } from "../../site/site.ts";

/**
 * Times for the reader: in the time zone the browser reported with an earlier page, otherwise in UTC with a suffix.
 * Unchanged by hydration, so the layout does not shift. `now` is the server's time, so "today" is the same on both
 * sides.
 */
export function useTimes(now: string): Times {
  return timesIn(useLang(), useSite()?.zone ?? null, now);
}

export type Times = ReturnType<typeof timesIn>;

/** As `useTimes`, outside a component. `reportedZone`: the browser's time zone, as far as it has reported one. */
export function timesIn(lang: Lang, reportedZone: string | null, now: string) {
  const timeZone = reportedZone ?? "UTC";
  const format = (time: string, parts: Intl.DateTimeFormatOptions) => formatInZone(lang, time, timeZone, parts);
  const suffix = reportedZone === null ? "\u00a0UTC" : "";

  const clock = (time: string) => format(time, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const day = (time: string) => format(time, { day: "numeric", month: "long" });
  const onDay = (time: string) => (day(time) === day(now) ? clock(time) : `${day(time)}, ${clock(time)}`);
  return {
    /** `09:33`, without a zone: for a column of times. */
    clock,
    /** `09:33 UTC`, or `22 November, 09:11 UTC` when it is not today. */
    moment: (time: string) => onDay(time) + suffix,
    /** As `moment`, without the zone. */
    short: onDay,
    /** To the second. */
    exact: (time: string) =>
      format(time, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" }) + suffix,
    /** `22 November`. */
    day,
    /** Follows a time of `clock` in a sentence: ` UTC` where the reader's zone is not known. */
    zone: suffix,
    /** `22 November`; null for today. */
    otherDay: (time: string) => (day(time) === day(now) ? null : day(time)),
    /** `21 November 2026`. */
    date: (time: string) => format(time, { day: "numeric", month: "long", year: "numeric" }),
  };
}
