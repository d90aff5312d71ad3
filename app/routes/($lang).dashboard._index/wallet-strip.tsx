import type { Wallet } from "../../../contract/balance/wallets.ts";
import { type Assets, isAccount, placeOf } from "../../components/summary/assets.ts";
import { useWalletMoney } from "../../components/wallets/use-wallet-money.ts";
import { useWalletReasons } from "../../components/wallets/use-wallet-reasons.ts";
import { Worth } from "../../components/wallets/worth.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { AssetMark } from "../../ui/icons/asset-mark.tsx";
import { Clock, Plus } from "../../ui/icons/icons.tsx";

const shownWallets = 3;
const tile = "flex h-full flex-col rounded-card border p-4 hover:bg-inset";

type WalletStripProps = { wallets: readonly Wallet[]; unit: string; assets: Assets };

/** The largest wallets and the way to another; scrolls sideways on phones. */
export function WalletStrip({ wallets, unit, assets }: WalletStripProps) {
  const { t } = useTranslation("wallets");
  const href = useHref();
  return (
    <ul
      aria-label={t("list.caption")}
      className="-mx-4 flex gap-3 overflow-x-auto px-4 pb-1 lg:mx-0 lg:px-0 wide:grid wide:grid-cols-4 wide:overflow-visible"
    >
      {wallets.slice(0, shownWallets).map((wallet) => (
        <li key={wallet.asset} className="w-48 shrink-0 wide:w-auto">
          <WalletTile wallet={wallet} unit={unit} assets={assets} />
        </li>
      ))}
      <li className="w-48 shrink-0 wide:w-auto">
        <a
          href={href(wallets.length > shownWallets ? "/dashboard/wallets" : "/dashboard/wallets#open")}
          className={`${tile} min-h-28 justify-between border-dashed border-line-strong text-body-2 font-semibold text-link`}
        >
          <span className="grid size-7 place-items-center rounded-full bg-primary-100">
            <Plus size={18} />
          </span>
          {wallets.length > shownWallets ? t("list.all", { number: wallets.length }) : t("list.open")}
        </a>
      </li>
    </ul>
  );
}

function WalletTile({ wallet, unit, assets }: Omit<WalletStripProps, "wallets"> & { wallet: Wallet }) {
  const href = useHref();
  const money = useWalletMoney(assets);
  const reasons = useWalletReasons(wallet);
  const asset = assets[wallet.asset];
  return (
    <a href={href(`/dashboard/wallets/${wallet.asset}`)} className={`${tile} border-line bg-surface`}>
      <span className="mb-3 flex items-center gap-2.5 text-body-2">
        <AssetMark symbol={asset?.symbol ?? wallet.asset} account={isAccount(asset)} size={26} />
        <span className="min-w-0 truncate">
          <strong className="font-semibold">{asset?.symbol ?? wallet.asset}</strong>{" "}
          <span className="text-ink-2">{asset && placeOf(asset)}</span>
        </span>
      </span>
      <strong className="figures block text-h4">{money.figure(wallet.available)}</strong>
      <Worth wallet={wallet} unit={unit} />
      {reasons.pending && (
        <span className="mt-1 flex items-center gap-1.5 text-small text-ink-2">
          <Clock size={15} className="shrink-0" />
          {reasons.pending}
        </span>
      )}
    </a>
  );
}
