import type { WalletTransaction } from "../../../contract/balance/transactions.ts";
import { useMemberTimes } from "../../components/dashboard/use-member-times.ts";
import { type Assets, isAccount } from "../../components/summary/assets.ts";
import { SignedAmount } from "../../components/wallets/signed-amount.tsx";
import { TransactionMark } from "../../components/wallets/transaction-mark.tsx";
import { TransactionOrigin } from "../../components/wallets/transaction-origin.tsx";
import { TransactionTitle } from "../../components/wallets/transaction-title.tsx";
import { useWalletMoney } from "../../components/wallets/use-wallet-money.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { Cell, HeadCell, Table } from "../../ui/figures/table.tsx";
import { AssetMark } from "../../ui/icons/asset-mark.tsx";

type HistoryTableProps = { transactions: readonly WalletTransaction[]; assets: Assets };

/** The list on desktops. */
export function HistoryTable({ transactions, assets }: HistoryTableProps) {
  const { t } = useTranslation("wallets");
  return (
    <div className="hidden overflow-x-auto rounded-card border border-line bg-surface px-3 wide:block">
      <Table>
        <thead>
          <tr>
            <HeadCell>{t("history.column.what")}</HeadCell>
            <HeadCell>{t("history.column.date")}</HeadCell>
            <HeadCell>{t("history.column.wallet")}</HeadCell>
            <HeadCell figures>{t("history.column.amount")}</HeadCell>
            <HeadCell figures>{t("history.column.balance")}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {transactions.map((transaction) => (
            <Row key={transaction.id} transaction={transaction} assets={assets} />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function Row({ transaction, assets }: { transaction: WalletTransaction; assets: Assets }) {
  const money = useWalletMoney(assets);
  const times = useMemberTimes();
  const asset = assets[transaction.asset];
  return (
    <tr>
      <Cell>
        <span className="flex items-center gap-3">
          <TransactionMark type={transaction.type} />
          <span className="min-w-0">
            <span className="block font-medium">
              <TransactionTitle type={transaction.type} />
            </span>
            <span className="block text-small text-ink-3">
              <TransactionOrigin transaction={transaction} assets={assets} />
            </span>
          </span>
        </span>
      </Cell>
      <Cell className="whitespace-nowrap">
        <span className="block">{times.date(transaction.at)}</span>
        <span className="block text-small text-ink-3">{times.clock(transaction.at)}</span>
      </Cell>
      <Cell>
        <span className="flex items-center gap-2.5">
          <AssetMark symbol={asset?.symbol ?? transaction.asset} account={isAccount(asset)} size={24} />
          <span>{money.name(transaction.asset)}</span>
        </span>
      </Cell>
      <Cell figures>
        <SignedAmount transaction={transaction} />
      </Cell>
      <Cell figures>{money.figure(transaction.balance_after)}</Cell>
    </tr>
  );
}
