import type { ReactNode } from "react";
import type { Price } from "../../../contract/market/price.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { Card } from "../../ui/card.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { Slip, SlipRow } from "../../ui/figures/slip.tsx";
import { useMoney } from "../order/use-money.ts";
import { ApprovalLine } from "./approval-line.tsx";
import type { Assets } from "./assets.ts";
import { CostLine } from "./cost-line.tsx";
import { SummarySlip } from "./summary-slip.tsx";

type PriceSummaryProps = {
  price: Price | null;
  assets: Assets;
  /** `side`: beside the form where there is room, sticky; `inline`: in the form. */
  placement: "side" | "inline";
  /** A last line, such as how long the rate is held. */
  children?: ReactNode;
};

/** A price: of a calculation (null while the input has none), or the one fixed by an order's quote. */
export function PriceSummary({ price, assets, placement, children }: PriceSummaryProps) {
  const { t } = useTranslation("summary");
  return placement === "side" ? (
    <Card main aria-labelledby="summary-title" className="sticky top-6 hidden wide:block">
      <h2 id="summary-title" className="mb-3 text-h4">
        {t("title")}
      </h2>
      <SummarySlip price={price} assets={assets} />
      <hr className="my-4 border-line" />
      <CostLine price={price} assets={assets} words="market" />
      <ApprovalLine price={price} assets={assets} />
      {children && <div className="mt-4">{children}</div>}
    </Card>
  ) : (
    <section aria-label={t("title")} className="wide:hidden">
      <CostLine price={price} assets={assets} words="market" />
      <Total price={price} assets={assets} />
      <ApprovalLine price={price} assets={assets} />
      <Disclosure title={t("howItAddsUp")}>
        <SummarySlip price={price} assets={assets} />
      </Disclosure>
      {children && <div className="mt-3">{children}</div>}
    </section>
  );
}

/** How the price of an order adds up, folded, where the page has said the price itself. */
export function PriceBreakdown({ price, assets }: { price: Price; assets: Assets }) {
  const { t } = useTranslation("summary");
  return (
    <section aria-label={t("title")} className="border-b border-line pb-2">
      <Disclosure title={t("howItAddsUp")}>
        <CostLine price={price} assets={assets} words="market" />
        <div className="mt-4">
          <SummarySlip price={price} assets={assets} />
        </div>
      </Disclosure>
    </section>
  );
}

function Total({ price, assets }: { price: Price | null; assets: Assets }) {
  const { t } = useTranslation("summary");
  const money = useMoney(assets);
  return (
    <Slip className="mt-3">
      <SlipRow label={t("sendInTotal")} total>
        {price ? money.text(price.from.amount, price.from.asset) : "–"}
      </SlipRow>
    </Slip>
  );
}
