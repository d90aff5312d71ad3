import type { WalletTransaction } from "../../../contract/balance/transactions.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useMemberTimes } from "../dashboard/use-member-times.ts";
import type { Assets } from "../summary/assets.ts";
import { SignedAmount } from "./signed-amount.tsx";
import { TransactionMark } from "./transaction-mark.tsx";
import { TransactionOrigin } from "./transaction-origin.tsx";
import { TransactionTitle } from "./transaction-title.tsx";
import { useWalletMoney } from "./use-wallet-money.ts";

type TransactionRowsProps = {
  transactions: readonly WalletTransaction[];
  assets: Assets;
  /** The server's time of the page. */
  now: string;
  /** With the balance after each, where the wallet is known from the page. */
  balances?: boolean;
};

/** The latest movements, one row each. */
export function TransactionRows({ transactions, assets, now, balances = false }: TransactionRowsProps) {
  const { t } = useTranslation("wallets");
  const money = useWalletMoney(assets);
  const times = useMemberTimes();
  return (
    <ul className="divide-y divide-line">
      {transactions.map((transaction) => (
        <li key={transaction.id} className="flex items-center gap-3 px-4 py-3 lg:px-6">
          <TransactionMark type={transaction.type} />
          <span className="min-w-0 flex-1">
            <span className="block text-body-2 font-medium">
              <TransactionTitle type={transaction.type} />
            </span>
            <span className="flex flex-wrap items-baseline gap-x-2 text-small text-ink-3">
              <span>{times.until(transaction.at, now)}</span>
              <TransactionOrigin transaction={transaction} assets={assets} />
            </span>
          </span>
          <span className="text-right">
            <span className="block text-body-2">
              <SignedAmount transaction={transaction} /> <span className="unit">{money.symbol(transaction.asset)}</span>
            </span>
            {balances && (
              <span className="figures block text-small text-ink-3">
                {t("row.balance", { amount: money.figure(transaction.balance_after) })}
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
