import type { WalletCurrency } from "../../../contract/balance/wallets.ts";
import { PageHead } from "../../components/dashboard/page-head.tsx";
import { NoScriptRefresh } from "../../components/live/no-script-refresh.tsx";
import type { Qr } from "../../components/qr/qr.server.ts";
import type { Assets } from "../../components/summary/assets.ts";
import { DebtNote } from "../../components/wallets/debt-note.tsx";
import { DepositList } from "../../components/wallets/deposit-list.tsx";
import { DepositsPaused } from "../../components/wallets/deposits-paused.tsx";
import { IncomingCard } from "../../components/wallets/incoming-card.tsx";
import { isUnderWay } from "../../components/wallets/is-under-way.ts";
import { useLiveWallet } from "../../components/wallets/use-live-wallet.ts";
import type { WalletDetails } from "../../components/wallets/wallet-details.ts";
import { walletState } from "../../components/wallets/wallet-state.ts";
import { FormProblem } from "../../forms/form-problem.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { AddressCard } from "./address-card.tsx";
import { AssetChoice } from "./asset-choice.tsx";
import { DepositHelp } from "./deposit-help.tsx";
import { OpenThisWallet } from "./open-this-wallet.tsx";
import { SandboxDeposits } from "./sandbox-deposits.tsx";

type DepositPageProps = {
  /** Null until it is opened. */
  wallet: WalletDetails | null;
  currency: WalletCurrency;
  choices: string[];
  assets: Assets;
  qr: Qr | null;
  now: string;
  reply: FormReply | undefined;
};

export function DepositPage({ wallet, currency, choices, assets, qr, now, reply }: DepositPageProps) {
  const { t } = useTranslation("wallets");
  const asset = assets[currency.asset];
  const deposits = wallet?.deposits ?? [];
  const underWay = deposits.filter(isUnderWay);
  const earlier = deposits.filter((deposit) => !isUnderWay(deposit));
  useLiveWallet(wallet?.asset ?? null, wallet ? walletState(wallet) : "", underWay.length > 0);
  if (!asset) return null;
  return (
    <>
      <NoScriptRefresh isUnderWay={underWay.length > 0} />
      <PageHead
        title={t("deposit.title", { symbol: asset.symbol })}
        above={[{ name: t("list.title"), path: "/dashboard/wallets" }]}
      />
      <p className="-mt-3 mb-6 text-lead text-ink-2">{t("deposit.lead")}</p>
      <div className="grid items-start gap-6 wide:grid-cols-[minmax(0,1fr)_20rem] wide:grid-rows-[auto_1fr]">
        {underWay.length > 0 && (
          <div className="min-w-0 space-y-6 wide:col-start-2 wide:row-start-1">
            {underWay.map((deposit) => (
              <IncomingCard key={deposit.id} deposit={deposit} assets={assets} now={now} />
            ))}
          </div>
        )}
        <div className="min-w-0 space-y-6 wide:col-start-1 wide:row-span-2 wide:row-start-1">
          <FormProblem reply={reply} labels={{}} />
          <AssetChoice chosen={asset} choices={choices} assets={assets} />
          {wallet && <DebtNote wallet={wallet} assets={assets} />}
          {!wallet && <OpenThisWallet asset={asset} currency={currency} />}
          {wallet && !wallet.deposit && <DepositsPaused />}
          {wallet?.deposit && qr && <AddressCard deposit={wallet.deposit} asset={asset} qr={qr} />}
          <DepositHelp currency={currency} asset={asset} assets={assets} />
        </div>
        {wallet && (
          <div className="min-w-0 space-y-6 wide:col-start-2">
            <DepositList title={t("deposits.earlier")} deposits={earlier} assets={assets} now={now} />
            {currency.simulated && <SandboxDeposits wallet={wallet} asset={asset} />}
          </div>
        )}
      </div>
    </>
  );
}
