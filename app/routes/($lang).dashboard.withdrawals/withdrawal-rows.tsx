import type { Withdrawal } from "../../../contract/balance/withdrawals.ts";
import { useMemberTimes } from "../../components/dashboard/use-member-times.ts";
import { maskAccount } from "../../components/order/mask-account.ts";
import { type Assets, isAccount } from "../../components/summary/assets.ts";
import { useWalletMoney } from "../../components/wallets/use-wallet-money.ts";
import { WithdrawalBadge } from "../../components/withdrawals/withdrawal-badge.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { AssetMark } from "../../ui/icons/asset-mark.tsx";
import { ChevronRight } from "../../ui/icons/icons.tsx";

type WithdrawalRowsProps = { withdrawals: readonly Withdrawal[]; assets: Assets; now: string };

/** Newest first, each row one link. */
export function WithdrawalRows({ withdrawals, assets, now }: WithdrawalRowsProps) {
  const { t } = useTranslation("withdrawals");
  return (
    <ul
      aria-label={t("list.caption")}
      className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
    >
      {withdrawals.map((withdrawal) => (
        <li key={withdrawal.id}>
          <Row withdrawal={withdrawal} assets={assets} now={now} />
        </li>
      ))}
    </ul>
  );
}

function Row({ withdrawal, assets, now }: Omit<WithdrawalRowsProps, "withdrawals"> & { withdrawal: Withdrawal }) {
  const { t } = useTranslation("withdrawals");
  const href = useHref();
  const money = useWalletMoney(assets);
  const times = useMemberTimes();
  const { id, asset, amount, account, status, waits_for: waitsFor, created_at: at } = withdrawal;
  const kind = assets[asset];
  return (
    <a
      href={href(`/dashboard/withdrawals/${id}`)}
      className="flex items-center gap-3 px-4 py-3.5 hover:bg-inset lg:px-6"
    >
      <AssetMark symbol={kind?.symbol ?? asset} account={isAccount(kind)} size={32} />
      <span className="flex min-w-0 flex-1 flex-col gap-x-4 gap-y-2 sm:flex-row sm:items-center sm:justify-between">
        <span className="min-w-0">
          <span className="figures block text-body-2 font-semibold">
            {money.figure(amount)} <span className="font-normal text-ink-2">{money.name(asset)}</span>
          </span>
          <span className="block text-small text-ink-3">{t("list.to", { account: maskAccount(account) })}</span>
        </span>
        <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span className="figures text-small text-ink-3">{times.until(at, now)}</span>
          <WithdrawalBadge status={status} waitsFor={waitsFor} />
        </span>
      </span>
      <ChevronRight size={20} className="shrink-0 text-ink-3" />
    </a>
  );
}
