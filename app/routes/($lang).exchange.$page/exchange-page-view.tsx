import type { ExchangePage } from "../../../contract/market/pairs.ts";
import type { ExchangeRules } from "../../../contract/terms/exchange-rules.ts";
import type { CalculatorState } from "../../components/calculator/calculator.server.ts";
import { Unavailable } from "../../components/calculator/unavailable.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { AmountStep } from "./amount-step.tsx";

type ExchangePageViewProps = {
  page: ExchangePage;
  state: CalculatorState;
  rules: ExchangeRules | null;
  refused: boolean;
};

export function ExchangePageView({ page, state, rules, refused }: ExchangePageViewProps) {
  const { t } = useTranslation("exchange");
  return (
    <div className="page-width pb-16 pt-6 lg:pb-24 lg:pt-10">
      {state.status === "open" ? (
        <AmountStep data={state.data} rules={rules} refused={refused} />
      ) : (
        <h1 className="mb-5 text-h1">{t(`${page}.title`)}</h1>
      )}
      {state.status === "closed" && <p className="text-lead text-ink-2">{t("closed")}</p>}
      {state.status === "unavailable" && <Unavailable posted={state.posted} />}
    </div>
  );
}
