import type { Order } from "../../../contract/order/order.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import { formatDuration } from "../../i18n/format.ts";

/** From this many minutes on, what a payout takes at most is said in hours: a person sends it, and the least says nothing. */
const longMinutes = 120;

/** What a payout takes at most, as `12 hours`; null where it takes minutes, which are named with the least. */
export function longestTime(lang: Lang, { max }: Order["eta_minutes"]): string | null {
  return max < longMinutes ? null : formatDuration(lang, max * 60);
}
