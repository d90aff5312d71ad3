import type { Wallet } from "../../../contract/balance/wallets.ts";
import type { CalculatorState } from "../../components/calculator/calculator.server.ts";
import { PricedCalculator } from "../../components/calculator/priced-calculator.tsx";
import { Unavailable } from "../../components/calculator/unavailable.tsx";
import type { Assets } from "../../components/summary/assets.ts";
import { PendingRows } from "../../components/wallets/pending-rows.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { Card } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { BalanceHead } from "./balance-head.tsx";
import { FirstWallet } from "./first-wallet.tsx";
import { Nudge, type NudgeProps } from "./nudge.tsx";
import { OpenOrders, type OpenOrdersProps } from "./open-orders.tsx";
import type { OverviewWallets } from "./overview-wallets.server.ts";
import { RecentOrders, type RecentOrdersProps } from "./recent-orders.tsx";
import { RecentTransactions } from "./recent-transactions.tsx";
import { WalletLine } from "./wallet-line.tsx";
import { WalletStrip } from "./wallet-strip.tsx";

type OverviewPageProps = OpenOrdersProps &
  RecentOrdersProps &
  NudgeProps & { name: string | null; calculator: CalculatorState; money: OverviewWallets };

/** By need: what the member has, what waits for them, one hint, an exchange, what happened lately. */
export function OverviewPage(props: OverviewPageProps) {
  const { name, calculator, money, open, recent, confirmations, assets, now, ...safety } = props;
  const hasOrders = open !== null && open.total > 0;
  const knownMoney = money.status === "known" ? money : null;
  const hasWallets = knownMoney !== null && knownMoney.wallets.length > 0;
  return (
    <div className="space-y-6">
      <BalanceHead money={money} name={name} />
      {hasWallets && (
        <WalletStrip wallets={knownMoney.wallets} unit={knownMoney.total.currency.toUpperCase()} assets={assets} />
      )}
      <div className="grid items-start gap-6 wide:grid-cols-[minmax(0,1fr)_22.5rem] wide:grid-rows-[auto_auto_1fr]">
        <div className={classNames("min-w-0 wide:col-start-1 wide:row-start-1", !hasOrders && "max-wide:order-last")}>
          <OpenOrders open={open} confirmations={confirmations} assets={assets} now={now} />
        </div>
        <div className="min-w-0 space-y-6 max-wide:order-last wide:col-start-1 wide:row-span-2 wide:row-start-2">
          {knownMoney && !hasWallets && <FirstWallet />}
          {knownMoney && <PendingRows pending={knownMoney.pending} assets={assets} now={now} />}
          {knownMoney?.transactions && knownMoney.transactions.length > 0 ? (
            <RecentTransactions transactions={knownMoney.transactions} assets={assets} now={now} />
          ) : (
            <RecentOrders recent={recent} assets={assets} />
          )}
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
          <QuickExchange calculator={calculator} wallets={knownMoney?.wallets ?? []} assets={assets} />
        </div>
      </div>
    </div>
  );
}

type QuickExchangeProps = { calculator: CalculatorState; wallets: readonly Wallet[]; assets: Assets };

function QuickExchange({ calculator, wallets, assets }: QuickExchangeProps) {
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
          line={(controls) => <WalletLine wallets={wallets} assets={assets} controls={controls} />}
        />
      ) : (
        <Unavailable posted={[]} />
      )}
    </Card>
  );
}
