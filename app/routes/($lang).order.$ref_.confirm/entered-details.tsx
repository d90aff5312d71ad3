import type { ReactNode } from "react";
import type { Order } from "../../../contract/order/order.ts";
import { settlesOn } from "../../components/order/settles-on.ts";
import { useTimes } from "../../components/order/use-times.ts";
import { type Assets, isAccount, placeOf } from "../../components/summary/assets.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { useSite } from "../../site/site.ts";
import { classNames } from "../../ui/class-names.ts";
import { AddressGroups } from "../../ui/figures/address-groups.tsx";

/** All entered details in full, each with a link back to its field. */
export function EnteredDetails({ order, assets }: { order: Order; assets: Assets }) {
  const { t } = useTranslation("confirm");
  const from = assets[order.from.asset];
  const toAccount = isAccount(assets[order.to.asset]);
  const { payout, refund } = order;
  const wallet = t("wallet", { brand: useSite()?.brand });
  const times = useTimes(order.server_time);
  const settles = settlesOn(order);
  return (
    <section aria-labelledby="details">
      <h2 id="details" className="text-h3 max-lg:sr-only">
        {t("details")}
      </h2>
      <dl className="divide-y divide-line text-body-2">
        {order.payin.account && (
          <EnteredDetail order={order} field="payin.account" label={t("payin")} value={order.payin.account} />
        )}
        {payout.to_wallet && (
          <EnteredDetail order={order} field="payout.wallet" label={t("payout")} value={wallet}>
            {t("payoutWalletHow")} {settles && t("payoutSettles", { date: times.date(settles) })}
          </EnteredDetail>
        )}
        {payout.account && (
          <EnteredDetail
            order={order}
            field="payout.account"
            label={t(toAccount ? "payoutPaypal" : "payoutAddress")}
            besideLabel={payout.memo ? undefined : payout.extra.full_name}
            value={toAccount ? payout.account : <AddressGroups address={payout.account} small />}
          >
            {payout.extra.full_name && t("name", { name: payout.extra.full_name })}
            {payout.memo && t("memo", { memo: payout.memo })}
          </EnteredDetail>
        )}
        {refund.to_wallet && (
          <EnteredDetail order={order} field="refund.wallet" label={t("refundWallet")} value={wallet}>
            {t("refundWalletHow")}
          </EnteredDetail>
        )}
        {refund.account && !refund.to_wallet && (
          <EnteredDetail
            order={order}
            field="refund.account"
            label={t("refund")}
            besideLabel={refund.memo ? undefined : t("refundShort")}
            value={<AddressGroups address={refund.account} small />}
          >
            {from && t("refundHow", { network: placeOf(from) })}
            {refund.memo && ` ${t("memo", { memo: refund.memo })}`}
          </EnteredDetail>
        )}
        {order.email && <EnteredDetail order={order} field="email" label={t("email")} value={order.email} />}
      </dl>
    </section>
  );
}

type EnteredDetailProps = {
  order: Order;
  field: string;
  label: string;
  value: ReactNode;
  /** On a phone instead of `children`, so that each detail takes two lines. */
  besideLabel?: string | undefined;
  children?: ReactNode;
};

function EnteredDetail({ order, field, label, value, besideLabel, children }: EnteredDetailProps) {
  const { t } = useTranslation("confirm");
  const href = useHref();
  return (
    <div className="grid grid-cols-[1fr_auto] gap-x-4 py-3 max-lg:first:pt-0 lg:py-4 lg:grid-cols-[11rem_1fr_auto]">
      <dt className="text-ink-2 max-lg:col-span-2 max-lg:text-small">
        {label}
        {besideLabel && <span className="lg:hidden">, {besideLabel}</span>}
      </dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">
        <strong className="font-semibold">{value}</strong>
        {children && <p className={classNames("text-small text-ink-3", besideLabel && "max-lg:hidden")}>{children}</p>}
      </dd>
      <dd>
        <a
          href={href(`/order/${order.ref}/details#${field}`)}
          aria-label={t("editWhat", { what: label })}
          className="-my-1 inline-block py-1 font-semibold text-link hover:underline"
        >
          {t("edit")}
        </a>
      </dd>
    </div>
  );
}
