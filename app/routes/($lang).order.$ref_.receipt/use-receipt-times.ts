import { formatDate, formatTime } from "../../i18n/format.ts";
import { useLang } from "../../i18n/use-lang.ts";

/** A time with date and zone: paper may be read anywhere. */
export function useReceiptTimes(): (time: string) => string {
  const lang = useLang();
  return (time) => `${formatDate(lang, time)}, ${formatTime(lang, time)}\u00a0UTC`;
}
