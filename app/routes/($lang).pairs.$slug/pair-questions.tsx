import { pairNames } from "../../components/rates/pair-names.ts";
import { formatPercent } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { Question } from "../../ui/disclosure.tsx";
import type { PairPageParts } from "./pair-page.server.ts";

const questions = {
  coins: ["account", "network", "amount", "price"],
  invoice: ["payer", "address", "amount", "price"],
} as const;

export function PairQuestions({ page: { pair, from, to } }: { page: PairPageParts }) {
  const { t } = useTranslation("pair");
  const lang = useLang();
  const isShown = (name: string) => name !== "account" || pair.rules.includes("name_must_match");
  const names = questions[from.kind === "ewallet" ? "invoice" : "coins"].filter(isShown);
  const words = { ...pairNames(from, to), cost: formatPercent(lang, pair.cost_percent) };
  return (
    <section aria-labelledby="questions" className="mt-4">
      <h2 id="questions" className="mb-4 text-h3">
        {t("questions.title")}
      </h2>
      <div className="border-t border-line">
        {names.map((name, index) => (
          <Question key={name} title={t(`questions.${name}.question`, words)} open={index === 0}>
            {t(`questions.${name}.answer`, words)}
          </Question>
        ))}
      </div>
    </section>
  );
}
