import type { ReactNode } from "react";
import type { Wallet } from "../../../contract/balance/wallets.ts";
import type { Assets } from "../../components/summary/assets.ts";
import { useWalletMoney } from "../../components/wallets/use-wallet-money.ts";
import { useWalletReasons } from "../../components/wallets/use-wallet-reasons.ts";
import { Worth } from "../../components/wallets/worth.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { Card } from "../../ui/card.tsx";
import { Amount } from "../../ui/figures/amount.tsx";
import { Hourglass, type IconComponent, Pause } from "../../ui/icons/icons.tsx";

type WalletFiguresProps = { wallet: Wallet; assets: Assets; unit: string };

/** Available, settling and held, to the last decimal. */
export function WalletFigures({ wallet, assets, unit }: WalletFiguresProps) {
  const { t } = useTranslation("wallets");
  const money = useWalletMoney(assets);
  const reasons = useWalletReasons(wallet);
  const symbol = money.symbol(wallet.asset);
  return (
    <Card main aria-label={t("figure.availableNow")}>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-5 wide:grid-cols-[1.6fr_1fr_1fr]">
        <div className="min-w-0 max-wide:col-span-2">
          <dt className="text-small font-medium text-ink-2">{t("figure.availableNow")}</dt>
          <dd>
            <Amount value={money.exact(wallet.available)} unit={symbol} size="huge" />
            <Worth wallet={wallet} unit={unit} />
          </dd>
        </div>
        <Part icon={Hourglass} tone="text-primary-700" name={t("figure.settling")} reason={reasons.settling}>
          <Amount value={money.exact(wallet.settling)} unit={symbol} />
        </Part>
        <Part icon={Pause} tone="text-warning-700" name={t("figure.held")} reason={reasons.held}>
          <Amount value={money.exact(wallet.held)} unit={symbol} />
        </Part>
      </dl>
    </Card>
  );
}

type PartProps = { icon: IconComponent; tone: string; name: string; reason: string | null; children: ReactNode };

function Part({ icon: Icon, tone, name, reason, children }: PartProps) {
  return (
    <div className="min-w-0 wide:border-l wide:border-line wide:pl-6">
      <dt className="flex items-center gap-1.5 text-small text-ink-2">
        <Icon size={16} className={tone} />
        {name}
      </dt>
      <dd className="mt-1 text-h4">
        {children}
        {reason && <span className="block text-small font-normal text-ink-3">{reason}</span>}
      </dd>
    </div>
  );
}
