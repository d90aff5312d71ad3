import type { ReactNode } from "react";
import type { Quote } from "../../../contract/market/quote.ts";
import type { Order } from "../../../contract/order/order.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { Card } from "../../ui/card.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { Slip, SlipRow } from "../../ui/slip.tsx";
import { useMoney } from "../order/use-money.ts";
import type { Assets } from "./assets.ts";
import { CostLine } from "./cost-line.tsx";
import { type Figures, figuresOfOrder, figuresOfQuote } from "./figures.ts";
import { SummarySlip } from "./summary-slip.tsx";

type Shared = {
  assets: Assets;
  /** `side` stands beside the form on a desk and stays in view; `inline` stands in the form on a phone. */
  place: "side" | "inline";
  /** Whether the breakdown of the phone form starts open: closed on Amount, open on Confirm. */
  open?: boolean;
  /** A last line, such as how long the rate is held. */
  children?: ReactNode;
};

type QuoteSummaryProps = Shared & { quote: Quote | null; from: string; to: string };

/** The price of a calculation. Null while what is typed has no price. */
export function QuoteSummary({ quote, from, to, ...shared }: QuoteSummaryProps) {
  return <Summary {...shared} figures={quote && figuresOfQuote(quote, { from, to })} />;
}

/** The price of an order: the one its quote fixed. */
export function OrderSummary({ order, ...shared }: Shared & { order: Order }) {
  return <Summary {...shared} figures={figuresOfOrder(order)} />;
}

function Summary({ figures, assets, place, open = false, children }: Shared & { figures: Figures | null }) {
  const { t } = useTranslation("summary");
  return place === "side" ? (
    <Card main aria-labelledby="summary-title" className="sticky top-6 hidden lg:block">
      <h2 id="summary-title" className="mb-3 text-h4">
        {t("title")}
      </h2>
      <SummarySlip figures={figures} assets={assets} />
      <hr className="my-4 border-line" />
      <CostLine figures={figures} assets={assets} words="market" />
      {children && <div className="mt-4">{children}</div>}
    </Card>
  ) : (
    <section aria-label={t("title")} className="lg:hidden">
      <CostLine figures={figures} assets={assets} words="market" />
      <Total figures={figures} assets={assets} />
      <Disclosure title={t("howItAddsUp")} open={open}>
        <SummarySlip figures={figures} assets={assets} />
      </Disclosure>
      {children && <div className="mt-3">{children}</div>}
    </section>
  );
}

function Total({ figures, assets }: { figures: Figures | null; assets: Assets }) {
  const { t } = useTranslation("summary");
  const money = useMoney(assets);
  return (
    <Slip className="mt-3">
      <SlipRow label={t("sendInTotal")} total>
        {figures ? money.text(figures.from.amount, figures.from.asset) : "–"}
      </SlipRow>
    </Slip>
  );
}
