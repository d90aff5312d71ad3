import { type ClosingWallet, closingReasons } from "../../../contract/member/closing.ts";
import type { Assets } from "../../components/summary/assets.ts";
import { useWalletMoney } from "../../components/wallets/use-wallet-money.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";

type MoneyFirstProps = { wallets: ClosingWallet[]; assets: Assets; rewardsDue: boolean };

/** Replaces the form: the money that has to leave, to arrive or to be repaid first, with links. */
export function MoneyFirst({ wallets, assets, rewardsDue }: MoneyFirstProps) {
  const { t } = useTranslation("account");
  const href = useHref();
  const money = useWalletMoney(assets);
  const reasonOf = (reason: string) => {
    const closingReason = closingReasons.find((name) => name === reason);
    return closingReason ? t(`close.reason.${closingReason}`) : "";
  };
  return (
    <section aria-labelledby="money" className="space-y-3 border-t border-line pt-6">
      <h2 id="money" className="text-h3">
        {t("close.moneyTitle")}
      </h2>
      <p className="text-body-2 text-ink-2">{t("close.moneyText")}</p>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface px-4">
        {wallets.map(({ asset, amount, reason }) => (
          <Row
            key={`${asset} ${reason}`}
            title={money.text(amount, asset)}
            text={reasonOf(reason)}
            link={href(`/dashboard/wallets/${asset}`)}
            label={t("close.toWallet")}
            name={t("close.toWalletOf", { wallet: money.name(asset) })}
          />
        ))}
        {rewardsDue && (
          <Row
            title={t("close.rewards")}
            text={t("close.rewardsText")}
            link={href("/dashboard/affiliates")}
            label={t("close.toRewards")}
          />
        )}
      </ul>
    </section>
  );
}

type RowProps = { title: string; text: string; link: string; label: string; name?: string };

function Row({ title, text, link, label, name }: RowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <span>
        <span className="figures block text-body-2 font-semibold">{title}</span>
        <span className="block text-small text-ink-2">{text}</span>
      </span>
      <a href={link} aria-label={name} className={buttonClass({ size: "small" })}>
        {label}
      </a>
    </li>
  );
}
