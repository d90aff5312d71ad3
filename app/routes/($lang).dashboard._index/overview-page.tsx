import type { CalculatorState } from "../../components/calculator/calculator.server.ts";
import { PricedCalculator } from "../../components/calculator/priced-calculator.tsx";
import { Unavailable } from "../../components/calculator/unavailable.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { Card } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Nudge, type NudgeProps } from "./nudge.tsx";
import { OpenOrders, type OpenOrdersProps } from "./open-orders.tsx";
import { RecentOrders, type RecentOrdersProps } from "./recent-orders.tsx";

type OverviewPageProps = OpenOrdersProps &
  RecentOrdersProps &
  NudgeProps & { name: string | null; calculator: CalculatorState };

/** By need: what waits for the member, one hint, an exchange, what was paid out. */
export function OverviewPage(props: OverviewPageProps) {
  const { name, calculator, open, recent, confirmations, assets, now, ...safety } = props;
  const { t } = useTranslation("dashboard");
  const hasOrders = open !== null && open.total > 0;
  return (
    <div className="space-y-6">
      <h1 className="text-h1">{name ? t("overview.hello", { name }) : t("overview.title")}</h1>
      <div className="grid items-start gap-6 wide:grid-cols-[minmax(0,1fr)_22.5rem] wide:grid-rows-[auto_auto_1fr]">
        <div className={classNames("min-w-0 wide:col-start-1 wide:row-start-1", !hasOrders && "max-wide:order-last")}>
          <OpenOrders open={open} confirmations={confirmations} assets={assets} now={now} />
        </div>
        <div className="min-w-0 max-wide:order-last wide:col-start-1 wide:row-span-2 wide:row-start-2">
          <RecentOrders recent={recent} assets={assets} />
        </div>
        <div className="max-wide:order-1 wide:col-start-2 wide:row-start-3">
          <Nudge {...safety} />
        </div>
        <div
          className={classNames(
            "min-w-0 wide:col-start-2 wide:row-span-2 wide:row-start-1",
            hasOrders && "max-wide:order-2",
          )}
        >
          <QuickExchange calculator={calculator} />
        </div>
      </div>
    </div>
  );
}

function QuickExchange({ calculator }: { calculator: CalculatorState }) {
  const { t } = useTranslation("dashboard");
  const href = useHref();
  return (
    <Card main aria-labelledby="quick">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="quick" className="text-h4">
          {t("overview.quick")}
        </h2>
        <a href={href("/dashboard/new-order")} className="inline-block py-1 text-small font-semibold text-link">
          {t("overview.other")}
        </a>
      </div>
      {calculator.status === "open" ? (
        <PricedCalculator
          data={calculator.data}
          action={`/dashboard/new-order?product=${calculator.data.page}`}
          brief
        />
      ) : (
        <Unavailable posted={[]} />
      )}
    </Card>
  );
}
