import type { PendingTransaction } from "../../../contract/balance/transactions.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { Blocks, Hourglass } from "../../ui/icons/icons.tsx";
import { Badge } from "../../ui/messages/badge.tsx";
import { useMemberTimes } from "../dashboard/use-member-times.ts";
import { maskAccount } from "../order/mask-account.ts";
import type { Assets } from "../summary/assets.ts";
import { WithdrawalBadge } from "../withdrawals/withdrawal-badge.tsx";
import { TransactionMark } from "./transaction-mark.tsx";
import { TransactionTitle } from "./transaction-title.tsx";
import { useWalletMoney } from "./use-wallet-money.ts";

type PendingRowsProps = { pending: readonly PendingTransaction[]; assets: Assets; now: string };

/** What is not booked yet, above the list: when it will be instead of the balance after it. Each row is one link. */
export function PendingRows({ pending, assets, now }: PendingRowsProps) {
  const { t } = useTranslation("wallets");
  if (pending.length === 0) return null;
  return (
    <section aria-labelledby="pending" className="overflow-hidden rounded-card border border-line bg-surface">
      <h2 id="pending" className="bg-inset px-4 py-1.5 text-caption font-semibold text-ink-2 lg:px-6">
        {t("history.pending")}
      </h2>
      <ul className="divide-y divide-line">
        {pending.map((transaction) => (
          <li key={transaction.id}>
            <Row transaction={transaction} assets={assets} now={now} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type RowProps = { transaction: PendingTransaction; assets: Assets; now: string };

function Row({ transaction, assets, now }: RowProps) {
  const { t } = useTranslation("wallets");
  const href = useHref();
  const money = useWalletMoney(assets);
  const times = useMemberTimes();
  const { id, type, asset, at, account, direction } = transaction;
  const page = type === "withdrawal" ? `/dashboard/withdrawals/${id}` : `/dashboard/wallets/${asset}`;
  return (
    <a href={href(page)} className="flex items-start gap-x-3 px-4 py-3 hover:bg-inset lg:px-6">
      <TransactionMark type={type} pending />
      <span className="grid min-w-0 flex-1 grid-cols-[1fr_auto] items-baseline gap-x-4">
        <span>
          <span className="block text-body-2 font-medium">
            <TransactionTitle type={type} />
          </span>
          <span className="block text-small text-ink-3">
            {account
              ? t("history.pendingTo", { account: maskAccount(account) })
              : t("history.pendingSeen", { time: times.until(at, now) })}
          </span>
        </span>
        <span className="text-right">
          <span className="figures block text-body-2 font-semibold text-ink-2">
            {direction === "credit" ? "+" : "−"}
            {money.figure(transaction.amount)} <span className="unit">{money.symbol(asset)}</span>
          </span>
          <span className="block text-small text-ink-3">
            {t(direction === "credit" ? "history.notInBalance" : "history.isHeld")}
          </span>
        </span>
        <span className="col-span-2 flex flex-wrap items-center gap-x-3 gap-y-1 pt-2 text-small text-ink-2">
          <State transaction={transaction} now={now} />
        </span>
      </span>
    </a>
  );
}

/** How far it is, and what it waits for. */
function State({ transaction, now }: Omit<RowProps, "assets">) {
  const { t } = useTranslation("wallets");
  const times = useMemberTimes();
  const {
    type,
    status,
    confirmations,
    required,
    available_at: until,
    waits_for: waitsFor,
    check_by: checkBy,
  } = transaction;
  if (type === "withdrawal") {
    return (
      <>
        <WithdrawalBadge status={status} waitsFor={waitsFor} />
        {status === "cooling_off" && until && <span>{t("history.leavesAt", { time: times.until(until, now) })}</span>}
        {checkBy && <span>{t("history.checkBy", { time: times.until(checkBy, now) })}</span>}
      </>
    );
  }
  if (status === "collecting") {
    return (
      <>
        <Badge tone="warning" icon={Hourglass}>
          {t("deposits.status.collecting")}
        </Badge>
        <span>{t("history.afterMinimum")}</span>
      </>
    );
  }
  if (status === "checking") {
    return (
      <>
        <Badge tone="secondary" icon={Hourglass}>
          {t("deposits.status.checking")}
        </Badge>
        {checkBy && <span>{t("history.checkBy", { time: times.until(checkBy, now) })}</span>}
      </>
    );
  }
  return (
    <>
      <Badge tone="primary" icon={Blocks}>
        {t("deposits.status.pending")}
      </Badge>
      <span className="figures">{t("confirmations", { done: confirmations ?? 0, required: required ?? 0 })}</span>
    </>
  );
}
