import type { ExchangePage } from "../../../contract/market/pairs.ts";
import type { ExchangeRules } from "../../../contract/terms/exchange-rules.ts";
import type { CalculatorData } from "../../components/calculator/calculation.ts";
import { Calculator } from "../../components/calculator/calculator.tsx";
import { ProductSegments } from "../../components/calculator/product-segments.tsx";
import { ReserveForm } from "../../components/calculator/reserve-form.tsx";
import { useCalculator } from "../../components/calculator/state/use-calculator.ts";
import { AmountSteps } from "../../components/order/order-steps.tsx";
import { ExceptionTable } from "../../components/rules/exception-table.tsx";
import { PriceSummary } from "../../components/summary/summary.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { Card } from "../../ui/card.tsx";
import { Lock } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { ServerHtml } from "../../ui/server-html.tsx";
import { RepeatNote } from "./repeat-note.tsx";

type AmountStepProps = { data: CalculatorData; rules: ExchangeRules | null; refused: boolean };

/** The first step: amounts beside a sticky summary, and the rules for exceptions. */
export function AmountStep({ data, rules, refused }: AmountStepProps) {
  const { t } = useTranslation("exchange");
  const controls = useCalculator(data);
  const { quote } = controls.calculation;
  const summary = { price: quote, assets: data.market.assets };
  return (
    <div className="grid gap-x-6 gap-y-8 wide:grid-cols-[minmax(0,1fr)_24rem] wide:gap-x-12">
      <div className="flex min-w-0 flex-col gap-5">
        <ServerHtml name="title">{import.meta.env.SSR && <Title page={data.page} />}</ServerHtml>
      </div>
      <div className="min-w-0 wide:col-start-1">
        <RepeatNote data={data} />
        <Card className="max-lg:border-0 max-lg:bg-transparent max-lg:p-0">
          <div className="mb-4">
            <ProductSegments current={data.page} />
          </div>
          <Calculator data={data} controls={controls} refused={refused} promo="before">
            <div className="mb-5 border-t border-line pt-4 wide:hidden">
              <PriceSummary {...summary} placement="inline" />
            </div>
          </Calculator>
          <ReserveForm calculation={controls.calculation} data={data} />
        </Card>
        <div className="mt-12">
          <ServerHtml name="rules">
            {import.meta.env.SSR && (
              <ExceptionTable
                rules={rules}
                show="usual"
                paysBy={data.page === "paypal-invoice" ? "ewallet" : "crypto"}
              />
            )}
          </ServerHtml>
        </div>
      </div>
      <div className="hidden wide:col-start-2 wide:row-start-2 wide:block">
        <PriceSummary {...summary} placement="side">
          {quote && <Note icon={Lock}>{t("hold")}</Note>}
        </PriceSummary>
      </div>
    </div>
  );
}

function Title({ page }: { page: ExchangePage }) {
  const { t } = useTranslation("exchange");
  return (
    <>
      <h1 className="text-h1">{t(`${page}.title`)}</h1>
      {page === "paypal-invoice" && <p className="max-w-text text-lead text-ink-2">{t("paypal-invoice.lead")}</p>}
      <div className="max-wide:order-first">
        <AmountSteps />
      </div>
    </>
  );
}
