import { isZero } from "../../../contract/values/decimal.ts";
import { useWalletMoney } from "../../components/wallets/use-wallet-money.ts";
import { useWalletReasons } from "../../components/wallets/use-wallet-reasons.ts";
import { WalletActs } from "../../components/wallets/wallet-acts.tsx";
import { WalletName } from "../../components/wallets/wallet-name.tsx";
import { Worth } from "../../components/wallets/worth.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { Card } from "../../ui/card.tsx";
import type { WalletListProps, WalletRowProps } from "./wallet-table.tsx";

/** The list on phones: a card per wallet. */
export function WalletCards({ wallets, ...shared }: WalletListProps) {
  const { t } = useTranslation("wallets");
  return (
    <ul aria-label={t("list.caption")} className="space-y-4 wide:hidden">
      {wallets.map((wallet) => (
        <li key={wallet.asset}>
          <WalletCard wallet={wallet} {...shared} />
        </li>
      ))}
    </ul>
  );
}

function WalletCard({ wallet, unit, assets }: WalletRowProps) {
  const { t } = useTranslation("wallets");
  const money = useWalletMoney(assets);
  const reasons = useWalletReasons(wallet);
  const parts = (["settling", "held"] as const).filter((name) => !isZero(wallet[name]));
  return (
    <Card className="space-y-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <WalletName asset={wallet.asset} assets={assets} />
        <p className="figures ml-auto text-right">
          <span className="sr-only">{t("figure.available")}: </span>
          <strong className="block text-h4">{money.figure(wallet.available)}</strong>
          <Worth wallet={wallet} unit={unit} />
        </p>
      </div>
      {(parts.length > 0 || reasons.pending) && (
        <dl className="space-y-1 border-t border-line pt-3 text-small">
          {reasons.pending && (
            <div className="flex justify-between gap-3">
              <dt className="text-ink-2">{t("incoming")}</dt>
              <dd className="figures font-medium text-ink-2">+{money.figure(wallet.pending)}</dd>
            </div>
          )}
          {parts.map((name) => (
            <div key={name} className="flex justify-between gap-3">
              <dt>
                {t(`figure.${name}`)}
                {reasons[name] && <span className="text-ink-3">, {reasons[name]}</span>}
              </dt>
              <dd className="figures font-semibold">{money.figure(wallet[name])}</dd>
            </div>
          ))}
        </dl>
      )}
      <WalletActs wallet={wallet} assets={assets} isWide />
    </Card>
  );
}
