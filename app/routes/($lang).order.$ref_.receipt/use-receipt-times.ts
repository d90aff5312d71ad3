import { formatDate, formatTime } from "../../i18n/format.ts";
import { useLang } from "../../i18n/use-lang.ts";

/** A moment with its date and zone: paper does not know where it is read. */
export function useMoments(): (time: string) => string {
  const lang = useLang();
  return (time) => `${formatDate(lang, time)}, ${formatTime(lang, time)} UTC`;
}
