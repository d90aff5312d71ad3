import type { CalculatorData } from "../../components/calculator/calculation.ts";
import { Calculator } from "../../components/calculator/calculator.tsx";
import { ProductSegments } from "../../components/calculator/product-segments.tsx";
import { ReserveForm } from "../../components/calculator/reserve-form.tsx";
import { useCalculator } from "../../components/calculator/use-calculator.ts";
import { CostLine } from "../../components/summary/cost-line.tsx";
import { figuresOfQuote } from "../../components/summary/figures.ts";
import { PriceSlip } from "../../components/summary/price-slip.tsx";

/** The calculator as the first thing on the site: the whole price in a few lines, and one button. */
export function HeroCalculator({ data }: { data: CalculatorData }) {
  const controls = useCalculator(data);
  const { quote, given } = controls.answer;
  const figures = quote && figuresOfQuote(quote, given);
  return (
    <div className="rounded-main border border-line bg-surface p-4 shadow-e2 lg:rounded-hero lg:p-6">
      <div className="mb-4">
        <ProductSegments current={data.page} />
      </div>
      <Calculator data={data} controls={controls} refused={false} promo="after">
        <div className="mb-4">
          <CostLine figures={figures} assets={data.market.assets} words="key" />
        </div>
        <div className="mb-5 border-t border-line pt-3.5">
          <PriceSlip figures={figures} assets={data.market.assets} />
        </div>
      </Calculator>
      <ReserveForm answer={controls.answer} data={data} />
    </div>
  );
}
