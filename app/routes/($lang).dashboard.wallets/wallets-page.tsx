import type { Wallet } from "../../../contract/balance/wallets.ts";
import { PageHead } from "../../components/dashboard/page-head.tsx";
import type { Assets } from "../../components/summary/assets.ts";
import { DebtNote } from "../../components/wallets/debt-note.tsx";
import { FrozenNote } from "../../components/wallets/frozen-note.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { History, Plus } from "../../ui/icons/icons.tsx";
import { FigureWords } from "./figure-words.tsx";
import { OpenWallet } from "./open-wallet.tsx";
import { WalletCards } from "./wallet-cards.tsx";
import { WalletTable } from "./wallet-table.tsx";
import { WalletTotal, type WalletTotalProps } from "./wallet-total.tsx";

type WalletsPageProps = WalletTotalProps & {
  /** The largest first. */
  wallets: Wallet[];
  /** Assets that can have a wallet and have none. */
  others: string[];
  assets: Assets;
  frozenUntil: string | null;
  /** The server's time of the page. */
  now: string;
};

export function WalletsPage({ wallets, others, assets, total, frozenUntil, now }: WalletsPageProps) {
  const { t } = useTranslation("wallets");
  const list = { wallets, assets, unit: total.currency.toUpperCase() };
  return (
    <>
      <PageHead title={t("list.title")} action={wallets.length > 0 && <HeadActs canOpen={others.length > 0} />} />
      <div className="space-y-6">
        <FrozenNote until={frozenUntil} now={now} />
        {wallets.length > 0 && (
          <>
            {wallets.map((wallet) => (
              <DebtNote key={wallet.asset} wallet={wallet} assets={assets} />
            ))}
            <WalletTotal total={total} />
            <WalletTable {...list} />
            <WalletCards {...list} />
            <TransactionsLink className="w-full lg:hidden" />
            <FigureWords />
          </>
        )}
        {others.length > 0 && <OpenWallet others={others} assets={assets} isFirst={wallets.length === 0} />}
      </div>
    </>
  );
}

function HeadActs({ canOpen }: { canOpen: boolean }) {
  const { t } = useTranslation("wallets");
  return (
    <span className="flex flex-wrap gap-3">
      <TransactionsLink className="max-lg:hidden" />
      {canOpen && (
        <a href="#open" className={buttonClass({})}>
          <Plus size={18} />
          {t("list.open")}
        </a>
      )}
    </span>
  );
}

function TransactionsLink({ className }: { className: string }) {
  const { t } = useTranslation("wallets");
  const href = useHref();
  return (
    <a href={href("/dashboard/transactions")} className={`${buttonClass({})} ${className}`}>
      <History size={18} />
      {t("list.transactions")}
    </a>
  );
}
