import { PageHead } from "../../components/dashboard/page-head.tsx";
import type { Assets } from "../../components/summary/assets.ts";
import { DebtNote } from "../../components/wallets/debt-note.tsx";
import { DepositList } from "../../components/wallets/deposit-list.tsx";
import { DepositsPaused } from "../../components/wallets/deposits-paused.tsx";
import { FrozenNote } from "../../components/wallets/frozen-note.tsx";
import { IncomingDeposits } from "../../components/wallets/incoming-deposits.tsx";
import { isUnderWay } from "../../components/wallets/is-under-way.ts";
import { TransactionRows } from "../../components/wallets/transaction-rows.tsx";
import { useLiveWallet } from "../../components/wallets/use-live-wallet.ts";
import { WalletActs } from "../../components/wallets/wallet-acts.tsx";
import type { WalletDetails } from "../../components/wallets/wallet-details.ts";
import { walletState } from "../../components/wallets/wallet-state.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import { WalletFigures } from "./wallet-figures.tsx";

type WalletPageProps = {
  wallet: WalletDetails;
  /** The currency of its worth. */
  unit: string;
  name: string;
  assets: Assets;
  frozenUntil: string | null;
  now: string;
};

export function WalletPage({ wallet, unit, name, assets, frozenUntil, now }: WalletPageProps) {
  const { t } = useTranslation("wallets");
  const incoming = wallet.deposits.filter(isUnderWay);
  const uncredited = wallet.deposits.filter(
    ({ status }) => status === "unclaimed" || status === "gone" || status === "checking",
  );
  useLiveWallet(wallet.asset, walletState(wallet), incoming.length > 0);
  return (
    <>
      <PageHead
        title={name}
        above={[{ name: t("list.title"), path: "/dashboard/wallets" }]}
        action={wallet.deposit && <WalletActs wallet={wallet} assets={assets} canExchange />}
      />
      <div className="space-y-6">
        <FrozenNote until={frozenUntil} now={now} />
        <DebtNote wallet={wallet} assets={assets} />
        {!wallet.deposit && <DepositsPaused />}
        <WalletFigures wallet={wallet} assets={assets} unit={unit} />
        <IncomingDeposits deposits={incoming} assets={assets} now={now} />
        <DepositList title={t("deposits.uncredited")} deposits={uncredited} assets={assets} now={now} />
        {wallet.transactions.length > 0 ? (
          <Latest wallet={wallet} assets={assets} now={now} />
        ) : (
          <EmptyState title={t("one.empty")}>{t(incoming.length > 0 ? "one.emptyYet" : "one.emptyText")}</EmptyState>
        )}
      </div>
    </>
  );
}

function Latest({ wallet, assets, now }: Pick<WalletPageProps, "wallet" | "assets" | "now">) {
  const { t } = useTranslation("wallets");
  const href = useHref();
  return (
    <Card aria-labelledby="latest" className="!p-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 px-4 py-3 lg:px-6 lg:py-4">
        <h2 id="latest" className="text-h4">
          {t("one.latest")}
        </h2>
        <a
          href={href(`/dashboard/transactions?wallet=${wallet.asset}`)}
          className="inline-block py-1 text-body-2 font-semibold text-link hover:underline"
        >
          {t("one.all")}
        </a>
      </div>
      <div className="border-t border-line">
        <TransactionRows transactions={wallet.transactions} assets={assets} now={now} balances />
      </div>
    </Card>
  );
}
