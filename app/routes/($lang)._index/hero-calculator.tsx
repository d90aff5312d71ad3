import type { CalculatorData } from "../../components/calculator/calculation.ts";
import { PricedCalculator } from "../../components/calculator/priced-calculator.tsx";
import { ProductSegments } from "../../components/calculator/product-segments.tsx";

/** The calculator at the top of the home page. */
export function HeroCalculator({ data }: { data: CalculatorData }) {
  return (
    <div className="rounded-main border border-line bg-surface p-4 shadow-e2 lg:rounded-hero lg:p-6">
      <div className="mb-4">
        <ProductSegments current={data.page} />
      </div>
      <PricedCalculator data={data} />
    </div>
  );
}
