import type { Wallet } from "../../../contract/balance/wallets.ts";
import { isZero } from "../../../contract/values/decimal.ts";
import type { Assets } from "../../components/summary/assets.ts";
import { useWalletMoney } from "../../components/wallets/use-wallet-money.ts";
import { useWalletReasons } from "../../components/wallets/use-wallet-reasons.ts";
import { WalletActs } from "../../components/wallets/wallet-acts.tsx";
import { WalletName } from "../../components/wallets/wallet-name.tsx";
import { Worth } from "../../components/wallets/worth.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { Cell, HeadCell, Table } from "../../ui/figures/table.tsx";

export type WalletListProps = { wallets: Wallet[]; unit: string; assets: Assets };

/** The list on desktops. */
export function WalletTable({ wallets, ...shared }: WalletListProps) {
  const { t } = useTranslation("wallets");
  return (
    <div className="hidden overflow-x-auto rounded-card border border-line bg-surface px-3 wide:block">
      <Table>
        <caption className="sr-only">{t("list.caption")}</caption>
        <thead>
          <tr>
            <HeadCell>{t("list.column.wallet")}</HeadCell>
            <HeadCell figures>{t("figure.available")}</HeadCell>
            <HeadCell figures>{t("figure.settling")}</HeadCell>
            <HeadCell figures>{t("figure.held")}</HeadCell>
            <HeadCell>
              <span className="sr-only">{t("list.column.act")}</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody className="align-top">
          {wallets.map((wallet) => (
            <WalletRow key={wallet.asset} wallet={wallet} {...shared} />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

export type WalletRowProps = Omit<WalletListProps, "wallets"> & { wallet: Wallet };

function WalletRow({ wallet, unit, assets }: WalletRowProps) {
  const money = useWalletMoney(assets);
  const reasons = useWalletReasons(wallet);
  return (
    <tr>
      <Cell>
        <WalletName asset={wallet.asset} assets={assets} />
      </Cell>
      <Cell figures>
        <strong className="block">{money.figure(wallet.available)}</strong>
        <Worth wallet={wallet} unit={unit} />
        {reasons.pending && <span className="block text-small text-ink-2">{reasons.pending}</span>}
      </Cell>
      <Cell figures>
        <Part amount={wallet.settling} reason={reasons.settling} />
      </Cell>
      <Cell figures>
        <Part amount={wallet.held} reason={reasons.held} />
      </Cell>
      <Cell>
        <WalletActs wallet={wallet} assets={assets} />
      </Cell>
    </tr>
  );
}

/** A figure with its reason below; a dash for none. */
function Part({ amount, reason }: { amount: string; reason: string | null }) {
  const money = useWalletMoney({});
  if (isZero(amount)) return <span className="text-ink-3">–</span>;
  return (
    <>
      <span className="font-medium">{money.figure(amount)}</span>
      {reason && <span className="ml-auto block max-w-36 whitespace-normal text-small text-ink-3">{reason}</span>}
    </>
  );
}
