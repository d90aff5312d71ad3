import { languageSettings } from "../../../contract/values/languages.ts";
import { formatInZone } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";

/** Times in the member's time zone, also where nobody is signed in any more. */
export function useFreezeTimes(timeZone: string) {
  const { t } = useTranslation("freeze");
  const lang = useLang();
  const format = (time: string, parts: Intl.DateTimeFormatOptions) => formatInZone(lang, time, timeZone, parts);
  const clock = (time: string) => format(time, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const longDay = (time: string) => format(time, { day: "numeric", month: "long" });
  const date = (time: string) => format(time, { day: "numeric", month: "long", year: "numeric" });
  const dayAfter = (time: string) => new Date(Date.parse(time) + 86_400_000).toISOString();
  return {
    /** `12 November`. */
    longDay,
    /** `2 December, 10:20`. */
    dayAndClock: (time: string) => `${longDay(time)}, ${clock(time)}`,
    /** After "until": `Wednesday 2 December, 10:20`, `среды, 2 декабря, 10:20`. */
    longMoment: (time: string) => {
      const weekday = t(`day.week.${weekdayOf(time, timeZone)}`);
      return t("day.until", { weekday, day: longDay(time), time: clock(time) });
    },
    /** `10:20:05`, or with its day when it is not today. */
    exactOn: (time: string, now: string) => {
      const exact = format(time, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
      return date(time) === date(now) ? exact : `${longDay(time)}, ${exact}`;
    },
    /** `today at 08:59`, `tomorrow at 09:06`, `on 12 November at 10:11`. */
    on: (time: string, now: string) => {
      if (date(time) === date(now)) return t("day.today", { time: clock(time) });
      if (date(time) === date(dayAfter(now))) return t("day.tomorrow", { time: clock(time) });
      return t("day.other", { day: longDay(time), time: clock(time) });
    },
    /** `today, 08:57`, `3 November`. */
    since: (time: string, now: string) =>
      date(time) === date(now) ? t("day.sinceToday", { time: clock(time) }) : longDay(time),
    zoneName: zoneNameIn(languageSettings[lang].dates, timeZone),
  };
}

const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;

/** Intl has the names of weekdays in one case only. */
function weekdayOf(time: string, timeZone: string): (typeof weekdays)[number] {
  const name = new Intl.DateTimeFormat("en", { weekday: "short", timeZone }).format(new Date(time)).toLowerCase();
  return weekdays.find((weekday) => weekday === name) ?? "sun";
}

/** `Central European Time`, `UTC`. */
function zoneNameIn(locale: string, timeZone: string): string {
  if (timeZone === "UTC") return timeZone;
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "longGeneric" }).formatToParts(0);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}
