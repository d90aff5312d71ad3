import type { WalletTransaction } from "../../../contract/balance/transactions.ts";
import type { Wallet } from "../../../contract/balance/wallets.ts";
import { isZero } from "../../../contract/values/decimal.ts";
import { PageHead } from "../../components/dashboard/page-head.tsx";
import type { Assets } from "../../components/summary/assets.ts";
import type { HistoryQuery } from "../../components/wallets/history-query.server.ts";
import { transactionKinds } from "../../components/wallets/transaction-kinds.ts";
import { useWalletMoney } from "../../components/wallets/use-wallet-money.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { Tabs } from "../../ui/fields/segments.tsx";
import { Blocks, Download } from "../../ui/icons/icons.tsx";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { historyAddress } from "./history-address.ts";
import { HistoryDays } from "./history-days.tsx";
import { HistoryFilter } from "./history-filter.tsx";
import { HistoryPages } from "./history-pages.tsx";
import { HistoryTable } from "./history-table.tsx";

type HistoryPageProps = {
  query: HistoryQuery;
  badDate: boolean;
  transactions: WalletTransaction[];
  /** Of the next, older page. */
  nextCursor: string | null;
  wallets: Pick<Wallet, "asset" | "pending">[];
  assets: Assets;
  now: string;
};

export function HistoryPage({ query, badDate, transactions, nextCursor, wallets, assets, now }: HistoryPageProps) {
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
        {query.cursor === "" && <OnItsWay wallets={wallets} assets={assets} />}
        {transactions.length > 0 ? (
          <>
            <HistoryTable transactions={transactions} assets={assets} />
            <HistoryDays transactions={transactions} assets={assets} now={now} />
            <HistoryPages query={query} transactions={transactions} nextCursor={nextCursor} />
          </>
        ) : (
          <Empty isNarrowed={isNarrowed} />
        )}
      </div>
    </>
  );
}

/** Only what is booked is listed: what is on its way is said above. */
function OnItsWay({ wallets, assets }: Pick<HistoryPageProps, "wallets" | "assets">) {
  const { t } = useTranslation("wallets");
  const href = useHref();
  const money = useWalletMoney(assets);
  const waiting = wallets.filter(({ pending }) => !isZero(pending));
  return (
    <>
      {waiting.map(({ asset, pending }) => (
        <Note key={asset} tone="primary" icon={Blocks}>
          <a href={href(`/dashboard/wallets/${asset}`)} className="inline-block py-0.5 hover:underline">
            {t("history.onItsWay", { amount: money.text(pending, asset) })}
          </a>
        </Note>
      ))}
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
