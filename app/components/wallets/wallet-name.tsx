import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { AssetMark } from "../../ui/icons/asset-mark.tsx";
import { type Assets, isAccount, placeOf } from "../summary/assets.ts";

/** Icon, symbol and network, as a link to the wallet. */
export function WalletName({ asset: id, assets }: { asset: string; assets: Assets }) {
  const { t } = useTranslation("wallets");
  const href = useHref();
  const asset = assets[id];
  const network = asset ? placeOf(asset) : "";
  const symbol = asset?.symbol ?? id;
  return (
    <a
      href={href(`/dashboard/wallets/${id}`)}
      aria-label={t("list.walletOf", { wallet: `${symbol} ${network}` })}
      className="group flex min-h-11 items-center gap-3"
    >
      <AssetMark symbol={symbol} account={isAccount(asset)} size={32} />
      <span>
        <span className="block text-body-2 font-semibold group-hover:underline">{symbol}</span>
        <span className="block text-small text-ink-3">{network}</span>
      </span>
    </a>
  );
}
