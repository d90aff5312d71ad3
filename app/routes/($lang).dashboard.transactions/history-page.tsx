import type { PendingTransaction, WalletTransaction } from "../../../contract/balance/transactions.ts";
import type { Wallet } from "../../../contract/balance/wallets.ts";
import { PageHead } from "../../components/dashboard/page-head.tsx";
import type { Assets } from "../../components/summary/assets.ts";
import type { HistoryQuery } from "../../components/wallets/history-query.server.ts";
import { PendingRows } from "../../components/wallets/pending-rows.tsx";
import { transactionKinds } from "../../components/wallets/transaction-kinds.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { Tabs } from "../../ui/fields/segments.tsx";
import { Download } from "../../ui/icons/icons.tsx";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import { historyAddress } from "./history-address.ts";
import { HistoryDays } from "./history-days.tsx";
import { HistoryFilter } from "./history-filter.tsx";
import { HistoryPages } from "./history-pages.tsx";
import { HistoryTable } from "./history-table.tsx";

type HistoryPageProps = {
  query: HistoryQuery;
  badDate: boolean;
  transactions: WalletTransaction[];
  /** On the first page: what is not booked yet. */
  pending: PendingTransaction[];
  /** Of the next, older page. */
  nextCursor: string | null;
  wallets: Pick<Wallet, "asset">[];
  assets: Assets;
  now: string;
};

export function TransactionHistoryPage(props: HistoryPageProps) {
  const { query, badDate, transactions, pending, nextCursor, wallets, assets, now } = props;
  const { t } = useTranslation("wallets");
  const href = useHref();
  const tabs = transactionKinds.map((kind) => ({
    to: href(historyAddress({ ...query, kind, cursor: "" })),
    name: t(`history.kind.${kind}`),
    current: kind === query.kind,
  }));
  const isNarrowed = historyAddress(query) !== historyAddress({});
  return (
    <>
      <PageHead
        title={t("history.title")}
        above={[{ name: t("list.title"), path: "/dashboard/wallets" }]}
        action={
          <a href={href("/dashboard/statement")} className={buttonClass({})}>
            <Download size={18} />
            {t("history.statement")}
          </a>
        }
      />
      <div className="space-y-5">
        <Tabs label={t("history.kinds")} tabs={tabs} />
        <HistoryFilter query={query} badDate={badDate} wallets={wallets} assets={assets} />
        <PendingRows pending={pending} assets={assets} now={now} />
        {transactions.length > 0 ? (
          <>
            <HistoryTable transactions={transactions} assets={assets} />
            <HistoryDays transactions={transactions} assets={assets} now={now} />
            <HistoryPages query={query} transactions={transactions} nextCursor={nextCursor} />
          </>
        ) : (
          pending.length === 0 && <Empty isNarrowed={isNarrowed} />
        )}
      </div>
    </>
  );
}

function Empty({ isNarrowed }: { isNarrowed: boolean }) {
  const { t } = useTranslation("wallets");
  const href = useHref();
  const act = isNarrowed ? (
    <a href={href("/dashboard/transactions")} className={buttonClass({})}>
      {t("history.all")}
    </a>
  ) : (
    <a href={href("/dashboard/wallets")} className={buttonClass({ variant: "filled" })}>
      {t("history.toWallets")}
    </a>
  );
  return (
    <EmptyState title={t(isNarrowed ? "history.nothing" : "history.empty")} action={act}>
      {t(isNarrowed ? "history.nothingText" : "history.emptyText")}
    </EmptyState>
  );
}
