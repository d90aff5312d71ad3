import type { CalculatorData } from "../../components/calculator/calculation.ts";
import { Calculator } from "../../components/calculator/calculator.tsx";
import { ReserveForm } from "../../components/calculator/reserve-form.tsx";
import { useCalculator } from "../../components/calculator/state/use-calculator.ts";
import { PriceSummary } from "../../components/summary/summary.tsx";
import { Card } from "../../ui/card.tsx";

type MemberAmountStepProps = { data: CalculatorData; action: string; refused: boolean };

/** The amounts beside a sticky summary, as on the public page; on a narrow screen the summary is inside the form. */
export function MemberAmountStep({ data, action, refused }: MemberAmountStepProps) {
  const controls = useCalculator(data);
  const summary = { price: controls.calculation.quote, assets: data.market.assets };
  return (
    <div className="grid items-start gap-6 wide:grid-cols-[minmax(0,1fr)_20rem]">
      <Card main className="min-w-0">
        <Calculator data={data} controls={controls} action={action} refused={refused} promo="before">
          <div className="mb-5 border-t border-line pt-4 wide:hidden">
            <PriceSummary {...summary} placement="inline" />
          </div>
        </Calculator>
        <ReserveForm calculation={controls.calculation} data={data} />
      </Card>
      <div className="hidden wide:block">
        <PriceSummary {...summary} placement="side" />
      </div>
    </div>
  );
}
