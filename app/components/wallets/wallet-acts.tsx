import type { Wallet } from "../../../contract/balance/wallets.ts";
import { isZero } from "../../../contract/values/decimal.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { classNames } from "../../ui/class-names.ts";
import { ArrowDownLeft, ArrowLeftRight, Clock } from "../../ui/icons/icons.tsx";
import type { Assets } from "../summary/assets.ts";
import { useWalletMoney } from "./use-wallet-money.ts";

type WalletActsProps = { wallet: Wallet; assets: Assets; isWide?: boolean };

/** Deposit and exchange; what cannot be done now is gray, and says why. */
export function WalletActs({ wallet, assets, isWide = false }: WalletActsProps) {
  const { t } = useTranslation("wallets");
  const href = useHref();
  const { asset } = wallet;
  const name = useWalletMoney(assets).name(asset);
  const button = classNames(buttonClass({ size: "small" }), isWide && "flex-1");
  return (
    <div className={isWide ? undefined : "flex flex-col items-end"}>
      <span className="flex gap-2">
        {wallet.deposit ? (
          <a
            href={href(`/dashboard/wallets/deposit?asset=${asset}`)}
            aria-label={t("list.depositOf", { wallet: name })}
            className={button}
          >
            <ArrowDownLeft size={16} />
            {t("list.deposit")}
          </a>
        ) : (
          <button type="button" disabled aria-label={t("list.depositOf", { wallet: name })} className={button}>
            <ArrowDownLeft size={16} />
            {t("list.deposit")}
          </button>
        )}
        {isZero(wallet.available) ? (
          <button type="button" disabled aria-label={t("list.exchangeOf", { wallet: name })} className={button}>
            <ArrowLeftRight size={16} />
            {t("list.exchange")}
          </button>
        ) : (
          <a
            href={href(`/dashboard/new-order?from=${asset}`)}
            aria-label={t("list.exchangeOf", { wallet: name })}
            className={button}
          >
            <ArrowLeftRight size={16} />
            {t("list.exchange")}
          </a>
        )}
      </span>
      {!wallet.deposit && (
        <span className="mt-1.5 flex items-center gap-1.5 text-small text-warning-800">
          <Clock size={16} />
          {t("list.paused")}
        </span>
      )}
    </div>
  );
}
