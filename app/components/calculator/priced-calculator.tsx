import type { ComponentProps, ReactNode } from "react";
import { useTranslation } from "../../i18n/translation.ts";
import { Disclosure } from "../../ui/disclosure.tsx";
import { ApprovalLine } from "../summary/approval-line.tsx";
import { CostLine } from "../summary/cost-line.tsx";
import { PriceSlip } from "../summary/price-slip.tsx";
import type { CalculatorData } from "./calculation.ts";
import { Calculator } from "./calculator.tsx";
import { ReserveForm } from "./reserve-form.tsx";
import { type CalculatorControls, useCalculator } from "./state/use-calculator.ts";

type PricedCalculatorProps = {
  data: CalculatorData;
  /** Without the folded breakdown, which the next pages show. */
  brief?: boolean;
  /** A line under the amounts that depends on what is chosen. */
  line?: (controls: CalculatorControls) => ReactNode;
} & Partial<Pick<ComponentProps<typeof Calculator>, "action" | "refused">>;

/** The calculator with the whole price in a few lines above its button, for pages without a summary column. */
export function PricedCalculator({ data, action, refused = false, brief = false, line }: PricedCalculatorProps) {
  const controls = useCalculator(data);
  const { t } = useTranslation("summary");
  const { quote } = controls.calculation;
  return (
    <>
      <Calculator data={data} controls={controls} {...(action && { action })} refused={refused} promo="after">
        {line?.(controls)}
        <div className="mb-4">
          <CostLine price={quote} assets={data.market.assets} words={brief ? "market" : "key"} />
          <ApprovalLine price={quote} assets={data.market.assets} />
        </div>
        {!brief && (
          <Disclosure title={t("howItAddsUp")} link className="mb-4 border-t border-line pt-1.5">
            <PriceSlip price={quote} assets={data.market.assets} />
          </Disclosure>
        )}
      </Calculator>
      <ReserveForm calculation={controls.calculation} data={data} />
    </>
  );
}
