import { languageSettings } from "../../../contract/values/languages.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { useMember } from "../shell/member.ts";

/** Times in the member's time zone: the same on the server and in the browser. */
export function useMemberTimes() {
  const locale = languageSettings[useLang()].dates;
  const timeZone = useMember()?.timezone ?? "UTC";
  const format = (time: string, parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...parts, timeZone }).format(new Date(time));
  return {
    /** `21 Nov 2026, 09:03`. */
    moment: (time: string) =>
      `${format(time, { day: "numeric", month: "short", year: "numeric" })}, ${format(time, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" })}`,
  };
}
