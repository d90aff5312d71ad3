import type { Lang } from "../../../contract/values/languages.ts";
import type { AnsweredQuestion } from "../../components/shell/page/answered-question.ts";
import { formatDuration, formatExactPercent, formatMoney } from "../../i18n/format.ts";
import type { EarnData } from "./earn-page.server.ts";

const daySeconds = 86_400;

/** The service's numbers as they stand in this page's sentences. */
export function earnWords(lang: Lang, { terms, assets }: Pick<EarnData, "terms" | "assets">) {
  const [first] = terms.tiers;
  const days = (method: string) =>
    terms.waiting_days.find(({ payin_method: rowMethod }) => rowMethod === method)?.days ?? 0;
  return {
    percent: formatExactPercent(lang, first?.percent ?? "0"),
    second: formatExactPercent(lang, first?.second_level_percent ?? "0"),
    days: formatDuration(lang, terms.click_days * daySeconds),
    coinWait: formatDuration(lang, days("crypto_address") * daySeconds),
    paypalWait: formatDuration(lang, days("paypal_invoice") * daySeconds),
    minimum: formatMoney(lang, terms.min_payout, assets[terms.asset]?.symbol ?? terms.asset),
    asset: assets[terms.asset]?.symbol ?? terms.asset,
  };
}

/** Questions for the page and for search engines. */
export const earnQuestions = (list: readonly AnsweredQuestion[]): AnsweredQuestion[] =>
  list.map(({ question, answer }) => ({ question, answer }));
