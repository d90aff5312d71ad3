import type { Asset, Pair } from "../../../contract/market/pairs.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import { pairNames } from "../../components/rates/pair-names.ts";
import type { AnsweredQuestion } from "../../components/shell/page/answered-question.ts";
import { formatPercent } from "../../i18n/format.ts";
import type { translator } from "../../i18n/texts/texts.server.ts";

const names = {
  coins: ["account", "network", "amount", "price"],
  invoice: ["payer", "address", "amount", "price"],
} as const;

/** What customers of a pair ask, for its page and for search engines. */
export function pairQuestions(
  t: ReturnType<typeof translator>,
  lang: Lang,
  { pair, from, to }: { pair: Pair; from: Asset; to: Asset },
): AnsweredQuestion[] {
  const words = {
    ...pairNames(from, to, (service) => t("rates:inAccount", { service })),
    cost: formatPercent(lang, pair.cost_percent),
  };
  return names[from.kind === "ewallet" ? "invoice" : "coins"]
    .filter((name) => name !== "account" || pair.rules.includes("name_must_match"))
    .map((name) => ({
      question: t(`pair:questions.${name}.question`, words),
      answer: t(`pair:questions.${name}.answer`, words),
    }));
}
