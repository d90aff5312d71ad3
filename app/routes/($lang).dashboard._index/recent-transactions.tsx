import type { WalletTransaction } from "../../../contract/balance/transactions.ts";
import type { Assets } from "../../components/summary/assets.ts";
import { TransactionRows } from "../../components/wallets/transaction-rows.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { Card } from "../../ui/card.tsx";

type RecentTransactionsProps = { transactions: readonly WalletTransaction[]; assets: Assets; now: string };

export function RecentTransactions({ transactions, assets, now }: RecentTransactionsProps) {
  const { t } = useTranslation("wallets");
  const href = useHref();
  return (
    <Card aria-labelledby="recent-transactions" className="!p-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 px-4 py-3 lg:px-6 lg:py-4">
        <h2 id="recent-transactions" className="text-h4">
          {t("one.latest")}
        </h2>
        <a
          href={href("/dashboard/transactions")}
          className="inline-block py-1 text-body-2 font-semibold text-link hover:underline"
        >
          {t("one.all")}
        </a>
      </div>
      <div className="border-t border-line">
        <TransactionRows transactions={transactions} assets={assets} now={now} />
      </div>
    </Card>
  );
}
