import type { CalculatorData } from "../../components/calculator/calculation.ts";
import { Calculator } from "../../components/calculator/calculator.tsx";
import { ReserveForm } from "../../components/calculator/reserve-form.tsx";
import { useCalculator } from "../../components/calculator/use-calculator.ts";
import { CostLine } from "../../components/summary/cost-line.tsx";
import { figuresOfQuote } from "../../components/summary/figures.ts";
import { PriceSlip } from "../../components/summary/price-slip.tsx";
import { Card } from "../../ui/card.tsx";

export function MemberCalculator({ data }: { data: CalculatorData }) {
  const controls = useCalculator(data);
  const { quote, given } = controls.answer;
  const figures = quote && figuresOfQuote(quote, given);
  return (
    <Card main>
      <Calculator data={data} controls={controls} refused={false} promo="after">
        <div className="mb-4">
          <CostLine figures={figures} assets={data.market.assets} words="key" />
        </div>
        <div className="mb-5 border-t border-line pt-3.5">
          <PriceSlip figures={figures} assets={data.market.assets} />
        </div>
      </Calculator>
      <ReserveForm answer={controls.answer} data={data} />
    </Card>
  );
}
