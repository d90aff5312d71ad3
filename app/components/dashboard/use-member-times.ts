import { formatInZone } from "../../i18n/format.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { useMember } from "../shell/member.ts";

/** Times in the member's time zone: the same on the server and in the browser. */
export function useMemberTimes() {
  const lang = useLang();
  const timeZone = useMember()?.timezone ?? "UTC";
  const format = (time: string, parts: Intl.DateTimeFormatOptions) => formatInZone(lang, time, timeZone, parts);
  const clock = (time: string) => format(time, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const day = (time: string) => format(time, { day: "numeric", month: "short" });
  return {
    /** `23 Nov`. */
    day,
    /** `23 Nov 2026`. */
    date: (time: string) => format(time, { day: "numeric", month: "short", year: "numeric" }),
    /** `10:48`. */
    clock,
    /** `10:48:05`. */
    exact: (time: string) => format(time, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" }),
    /** `10:48`, or `23 Nov, 09:11` when it is not today. */
    until: (time: string, now: string) => (day(time) === day(now) ? clock(time) : `${day(time)}, ${clock(time)}`),
    /** `21 Nov 2026, 09:03`. */
    moment: (time: string) => `${format(time, { day: "numeric", month: "short", year: "numeric" })}, ${clock(time)}`,
  };
}
