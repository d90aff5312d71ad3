import type { WalletTransaction } from "../../../contract/balance/transactions.ts";
import { useMemberTimes } from "../../components/dashboard/use-member-times.ts";
import type { Assets } from "../../components/summary/assets.ts";
import { TransactionRows } from "../../components/wallets/transaction-rows.tsx";

type HistoryDaysProps = { transactions: readonly WalletTransaction[]; assets: Assets; now: string };

/** The list on phones: one card, a heading for each day. */
export function HistoryDays({ transactions, assets, now }: HistoryDaysProps) {
  const times = useMemberTimes();
  const days = new Map<string, WalletTransaction[]>();
  for (const transaction of transactions) {
    const day = times.date(transaction.at);
    days.set(day, [...(days.get(day) ?? []), transaction]);
  }
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface wide:hidden">
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h2 className="bg-inset px-4 py-1.5 text-caption font-semibold text-ink-2">{day}</h2>
          <TransactionRows transactions={ofDay} assets={assets} now={now} balances />
        </section>
      ))}
    </div>
  );
}
