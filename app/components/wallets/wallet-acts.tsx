import type { Wallet } from "../../../contract/balance/wallets.ts";
import { isZero } from "../../../contract/values/decimal.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { classNames } from "../../ui/class-names.ts";
import { ArrowDownLeft, ArrowLeftRight, ArrowUpRight, Clock, type IconComponent } from "../../ui/icons/icons.tsx";
import type { Assets } from "../summary/assets.ts";
import { useWalletMoney } from "./use-wallet-money.ts";

type WalletActsProps = {
  wallet: Wallet;
  assets: Assets;
  isWide?: boolean;
  /** On the wallet's own page. */
  canExchange?: boolean;
};

/** What can be done with a wallet; what cannot be done now is gray, and says why. */
export function WalletActs({ wallet, assets, isWide = false, canExchange = false }: WalletActsProps) {
  const { t } = useTranslation("wallets");
  const { asset } = wallet;
  const name = useWalletMoney(assets).name(asset);
  const isEmpty = isZero(wallet.available);
  return (
    <div className={isWide ? undefined : "flex flex-col items-end"}>
      <span className="flex flex-wrap gap-2">
        <Act
          path={wallet.deposit && `/dashboard/wallets/deposit?asset=${asset}`}
          icon={ArrowDownLeft}
          text={t("list.deposit")}
          label={t("list.depositOf", { wallet: name })}
          isWide={isWide}
        />
        <Act
          path={isEmpty ? null : `/dashboard/withdrawals/new?asset=${asset}`}
          icon={ArrowUpRight}
          text={t("list.withdraw")}
          label={t("list.withdrawOf", { wallet: name })}
          isWide={isWide}
        />
        {canExchange && (
          <Act
            path={isEmpty ? null : `/dashboard/new-order?from=${asset}`}
            icon={ArrowLeftRight}
            text={t("list.exchange")}
            label={t("list.exchangeOf", { wallet: name })}
            isWide={isWide}
          />
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

type ActProps = {
  /** Null: not possible now. */
  path: string | null;
  icon: IconComponent;
  text: string;
  label: string;
  isWide: boolean;
};

function Act({ path, icon: Icon, text, label, isWide }: ActProps) {
  const href = useHref();
  const className = classNames(buttonClass({ size: "small" }), isWide && "flex-1");
  const content = (
    <>
      <Icon size={16} />
      {text}
    </>
  );
  if (path === null) {
    return (
      <button type="button" disabled aria-label={label} className={className}>
        {content}
      </button>
    );
  }
  return (
    <a href={href(path)} aria-label={label} className={className}>
      {content}
    </a>
  );
}
