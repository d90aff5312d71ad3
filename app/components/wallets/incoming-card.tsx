import type { Deposit } from "../../../contract/balance/wallets.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { Card } from "../../ui/card.tsx";
import { Amount } from "../../ui/figures/amount.tsx";
import { Slip, SlipRow } from "../../ui/figures/slip.tsx";
import { Blocks, Hourglass } from "../../ui/icons/icons.tsx";
import { Badge } from "../../ui/messages/badge.tsx";
import { LiveRegion } from "../../ui/messages/live-region.tsx";
import { ProgressBar } from "../../ui/progress/progress-bar.tsx";
import { useMemberTimes } from "../dashboard/use-member-times.ts";
import { shortId } from "../order/mask-account.ts";
import type { Assets } from "../summary/assets.ts";
import { useWalletMoney } from "./use-wallet-money.ts";

type IncomingCardProps = { deposit: Deposit; assets: Assets; now: string };

/** A deposit that the network still confirms, or that waits for the rest of the minimum. */
export function IncomingCard({ deposit, assets, now }: IncomingCardProps) {
  const { t } = useTranslation("wallets");
  const money = useWalletMoney(assets);
  const times = useMemberTimes();
  const isPending = deposit.status === "pending";
  const count = t("confirmations", { done: deposit.confirmations, required: deposit.required });
  return (
    <Card aria-labelledby={deposit.id} className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={deposit.id} className="text-h4">
          {t("incoming")}
        </h2>
        {isPending ? (
          <Badge tone="primary" icon={Blocks}>
            {t("deposits.status.pending")}
          </Badge>
        ) : (
          <Badge tone="warning" icon={Hourglass}>
            {t("deposits.status.collecting")}
          </Badge>
        )}
      </div>
      <p className="text-amount-l">
        <Amount value={`+${money.exact(deposit.amount)}`} unit={money.symbol(deposit.asset)} />
      </p>
      {isPending ? (
        <>
          <ProgressBar percent={percentOf(deposit)} />
          <p className="text-small font-medium">{count}</p>
        </>
      ) : (
        <p className="text-small text-ink-2">{t("deposits.collecting")}</p>
      )}
      <LiveRegion>{isPending ? count : t("deposits.status.collecting")}</LiveRegion>
      <Slip className="border-t border-line pt-3 !text-small">
        <SlipRow label={t("deposits.seen")}>{times.until(deposit.seen_at, now)}</SlipRow>
        <SlipRow label={t("deposits.tx")}>
          {deposit.tx.url ? (
            <a href={deposit.tx.url} rel="noreferrer" target="_blank" className="text-link-inline">
              {shortId(deposit.tx.id)}
            </a>
          ) : (
            shortId(deposit.tx.id)
          )}
        </SlipRow>
      </Slip>
      <p className="border-t border-line pt-3 text-small text-ink-3">
        {t("deposits.checked", { time: times.exact(now) })}
      </p>
    </Card>
  );
}

function percentOf({ confirmations, required }: Deposit): number {
  return required === 0 ? 100 : Math.min(100, Math.round((confirmations * 100) / required));
}
