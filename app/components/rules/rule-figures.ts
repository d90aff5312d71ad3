import type { ExchangeRules } from "../../../contract/terms/exchange-rules.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import { formatDuration, formatExactPercent, formatList } from "../../i18n/format.ts";

/** The figures of the rules in the reader's format. */
export function ruleFigures(rules: ExchangeRules, lang: Lang) {
  const time = (seconds: number) => formatDuration(lang, seconds);
  const days = rules.refund_reminder_days;
  return {
    quote: time(rules.quote_seconds),
    window: time(rules.pay_window_seconds),
    short: time(rules.short_pay_window_seconds),
    invoice: time(rules.invoice_open_seconds),
    grace: time(rules.grace_seconds),
    requote: time(rules.requote_seconds),
    watched: time(rules.address_watched_days * daySeconds),
    band: formatExactPercent(lang, rules.rate_band_percent),
    tolerance: formatExactPercent(lang, coinTolerance(rules)),
    days: formatList(lang, days.slice(0, -1).map(String)),
    last: String(days.at(-1) ?? ""),
  };
}

const daySeconds = 86_400;

/** The smallest tolerance of all coins, so that it is true for each. Accounts have their own line in the table. */
function coinTolerance({ assets }: ExchangeRules): string {
  const coins = assets.filter(({ kind }) => kind === "crypto").map((asset) => asset.tolerance_percent);
  return coins.sort((a, b) => Number(a) - Number(b))[0] ?? "0";
}
