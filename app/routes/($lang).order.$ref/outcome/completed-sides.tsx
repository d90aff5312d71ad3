import type { ReactNode } from "react";
import type { Order, OrderTx } from "../../../../contract/order/order.ts";
import { type Assets, isAccount, placeOf } from "../../../components/summary/assets.ts";
import { useTranslation } from "../../../i18n/translation.ts";
import { useHref } from "../../../i18n/use-lang.ts";
import { Amount } from "../../../ui/figures/amount.tsx";
import { AssetMark } from "../../../ui/icons/asset-mark.tsx";
import { ArrowRight } from "../../../ui/icons/icons.tsx";
import { livePayments } from "../order-facts.ts";
import type { OrderTexts } from "../texts/use-order-texts.ts";
import { TransactionId } from "../transaction-id.tsx";

type CompletedSidesProps = { order: Order; assets: Assets; texts: OrderTexts };

/** Paid and got, side by side, each with its transaction. */
export function CompletedSides({ order, assets, texts: { money, times } }: CompletedSidesProps) {
  const { t } = useTranslation("order");
  const href = useHref();
  const paid = livePayments(order).find((tx) => tx.asset === order.from.asset);
  const sent = order.payout.txs.findLast((tx) => tx.status === "sent");
  const sentAt = order.timeline.find(({ status }) => status === "completed")?.at;
  const networkName = (id: string) => (assets[id] ? placeOf(assets[id]) : "");
  return (
    <div className="measured border-t border-line">
      <div className="relative grid divide-line max-roomy:divide-y roomy:grid-cols-2 roomy:divide-x">
        <Side label={t("outcome.paid")} asset={order.from.asset} assets={assets} tx={paid}>
          <Amount {...money.figure(order.from.received, order.from.asset)} size="large" />
          {paid?.seen_at && (
            <When>
              {t("outcome.arrivedAt", { place: networkName(order.from.asset), time: times.short(paid.seen_at) })}
            </When>
          )}
        </Side>
        <span
          aria-hidden="true"
          className="absolute top-1/2 grid size-10 [translate:0_-50%] place-items-center rounded-full !border border-line bg-surface max-roomy:right-6 roomy:left-1/2 roomy:[translate:-50%_-50%]"
        >
          <ArrowRight size={18} className="text-ink-2 max-roomy:rotate-90" />
        </span>
        <Side
          label={t("outcome.got")}
          asset={order.to.asset}
          assets={assets}
          tx={order.payout.to_wallet ? undefined : sent}
        >
          <Amount {...money.figure(order.to.sent, order.to.asset)} size="large" />
          {sentAt && (
            <When>{t("outcome.sentAt", { place: networkName(order.to.asset), time: times.short(sentAt) })}</When>
          )}
          {order.payout.to_wallet && (
            <a
              href={href(`/dashboard/wallets/${order.to.asset}`)}
              className="no-print inline-block py-1 text-small text-link-inline"
            >
              {t("outcome.openWallet")}
            </a>
          )}
        </Side>
      </div>
    </div>
  );
}

const When = ({ children }: { children: ReactNode }) => <p className="text-small text-ink-3">{children}</p>;

type SideProps = { label: string; asset: string; assets: Assets; tx: OrderTx | undefined; children: ReactNode };

function Side({ label, asset, assets, tx, children }: SideProps) {
  return (
    <div className="flex items-center gap-4 p-4 lg:px-8 lg:py-6">
      <AssetMark symbol={assets[asset]?.symbol ?? asset} account={isAccount(assets[asset])} size={40} />
      <div className="min-w-0">
        <p className="text-small font-medium text-ink-2">{label}</p>
        {children}
        {tx && <TransactionId tx={tx} />}
      </div>
    </div>
  );
}
