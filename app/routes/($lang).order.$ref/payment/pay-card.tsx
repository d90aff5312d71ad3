import type { Order } from "../../../../contract/order/order.ts";
import type { Qr } from "../../../components/qr/qr.server.ts";
import { QrCode } from "../../../components/qr/qr-code.tsx";
import { type Assets, isAccount, placeOf } from "../../../components/summary/assets.ts";
import { networkWithLabel } from "../../../components/summary/network-name.ts";
import { useTranslation } from "../../../i18n/translation.ts";
import { useHref } from "../../../i18n/use-lang.ts";
import { buttonClass } from "../../../ui/buttons/button-class.ts";
import { CopyButton } from "../../../ui/buttons/copy-button.tsx";
import { Card } from "../../../ui/card.tsx";
import { AddressGroups } from "../../../ui/figures/address-groups.tsx";
import { Amount } from "../../../ui/figures/amount.tsx";
import { TriangleAlert } from "../../../ui/icons/icons.tsx";
import { Note } from "../../../ui/messages/note.tsx";
import type { OrderTexts } from "../texts/use-order-texts.ts";
import { InvoiceTime } from "./invoice-time.tsx";
import { MemoBox } from "./memo-box.tsx";
import { PayTime } from "./pay-time.tsx";
import { RestTime } from "./rest-time.tsx";

type PayCardProps = {
  order: Order;
  assets: Assets;
  qr: Qr | null;
  due: NonNullable<Order["due"]>;
  texts: OrderTexts;
};

/**
 * Payment instructions: deadline, amount, address. A memo comes first, because a payment without it is delayed for
 * days.
 */
export function PayCard({ order, assets, qr, due, texts }: PayCardProps) {
  const { t } = useTranslation("order");
  const { address, memo, method } = order.payin;
  const byInvoice = method === "paypal_invoice";
  return (
    <Card main aria-label={t("pay.title")} className="!p-0">
      {due.kind !== "rest" && (byInvoice ? <InvoiceTime order={order} /> : <PayTime order={order} />)}
      <div className="space-y-6 p-4 lg:p-6">
        {due.kind === "rest" && (
          <div className="space-y-4">
            <h2 className="text-h3">{t("pay.restTitle", texts.words)}</h2>
            <RestTime order={order} />
          </div>
        )}
        {memo && <MemoBox memo={memo} />}
        <div className="flex flex-wrap gap-6 lg:gap-8">
          <div className="min-w-0 flex-[1_1_22rem] space-y-5">
            <DueAmount order={order} due={due} texts={texts} />
            {address && <PayAddress order={order} assets={assets} address={address} />}
          </div>
          {qr && address && (
            <figure className="mx-auto flex flex-col items-center gap-3">
              <QrCode qr={qr} label={t("pay.qr", { address })} />
              <figcaption className="max-w-48 text-center text-small text-ink-3">
                {t(order.payin.uri ? "pay.qrUri" : "pay.qrAddress")}
              </figcaption>
            </figure>
          )}
        </div>
        <ElsewhereLink order={order} />
        {address && <OnlyThis order={order} assets={assets} />}
        {due.kind === "rest" && <p className="text-small text-ink-2">{restUntil()}</p>}
      </div>
    </Card>
  );

  /** Within the payment window the agreed rate is certain; afterwards it depends on the market. */
  function restUntil(): string {
    const { rate_locked_until: window, server_time: now } = order;
    return window && window > now
      ? t("pay.restUntil", { ...texts.words, window: texts.times.moment(window) })
      : t("pay.restUntilOnly", texts.words);
  }
}

function DueAmount({ order, due, texts }: Pick<PayCardProps, "order" | "due" | "texts">) {
  const { t } = useTranslation("order");
  const label = dueLabel(order, due);
  return (
    <div>
      {label && <p className="text-small font-medium text-ink-2">{t(label)}</p>}
      <div className="mt-1 flex flex-wrap items-center justify-between gap-3">
        <Amount {...texts.money.figure(due.amount, order.from.asset)} size="huge" />
        {/* An invoice and a gateway's page state their amount themselves. */}
        {order.payin.address && (
          <CopyButton
            value={plain(due.amount)}
            label={
              <>
                <span className="lg:hidden">{t("pay.copyAmountShort")}</span>
                <span className="hidden lg:inline">{t("pay.copyAmount")}</span>
              </>
            }
            copiedLabel={t("pay.copied")}
          />
        )}
      </div>
    </div>
  );
}

function dueLabel({ payin }: Order, { kind }: PayCardProps["due"]) {
  if (payin.method === "paypal_invoice") return kind === "rest" ? "pay.invoiceRest" : "pay.invoiceAmount";
  if (payin.method === "hosted_gateway") return kind === "rest" ? "pay.dueRest" : "pay.due";
  // The card's title says it already.
  return kind === "rest" ? null : "pay.sendExactly";
}

function PayAddress({ order, assets, address }: Pick<PayCardProps, "order" | "assets"> & { address: string }) {
  const { t } = useTranslation("order");
  const href = useHref();
  const asset = assets[order.from.asset];
  const account = isAccount(asset);
  return (
    <div className="space-y-3 border-t border-line pt-5">
      <p className="text-small font-medium text-ink-2">
        {account
          ? t("pay.toAccount", { service: asset ? placeOf(asset) : "" })
          : t("pay.toAddress", { network: asset ? networkWithLabel(asset) : "" })}
      </p>
      {account ? <p className="break-words text-address">{address}</p> : <AddressGroups address={address} />}
      <div className="flex flex-wrap gap-3">
        <CopyButton
          variant="filled"
          value={address}
          label={t(account ? "pay.copyAccount" : "pay.copyAddress")}
          copiedLabel={t("pay.copied")}
        />
        {order.payin.uri && (
          <a href={order.payin.uri} className={buttonClass({ variant: "quiet", size: "small" })}>
            {t("pay.openWallet")}
          </a>
        )}
        {order.payin.signature && (
          <a
            href={href(`/order/${order.ref}/address.json`)}
            download
            className={buttonClass({ variant: "quiet", size: "small" })}
          >
            {t("pay.signed")}
          </a>
        )}
      </div>
    </div>
  );
}

/** A PayPal invoice or a gateway's page. A plain link: form actions may not lead to another origin. */
function ElsewhereLink({ order }: { order: Order }) {
  const { t } = useTranslation("order");
  const { invoice_url: invoice, redirect_url: gateway, account } = order.payin;
  const link = invoice ?? gateway;
  if (!link) return null;
  return (
    <div className="space-y-3">
      <p className="text-body-2 text-ink-2">
        {invoice
          ? t(order.by_hand ? "pay.invoiceHowByHand" : "pay.invoiceHow", { payer: account })
          : t("pay.gatewayHow")}
      </p>
      <a href={link} rel="noreferrer" className={buttonClass({ variant: "filled", size: "large" })}>
        {t(invoice ? "pay.invoice" : "pay.gateway")}
      </a>
    </div>
  );
}

function OnlyThis({ order, assets }: Pick<PayCardProps, "order" | "assets">) {
  const { t } = useTranslation("order");
  const asset = assets[order.from.asset];
  if (!asset) return null;
  return (
    <Note tone="secondary" icon={TriangleAlert}>
      <strong className="font-semibold">{t("pay.only", { symbol: asset.symbol, network: placeOf(asset) })}</strong>{" "}
      {t(isAccount(asset) ? "pay.onlyCheckAccount" : "pay.onlyCheck")}
    </Note>
  );
}

/** The amount for a wallet's field: no trailing zeros, no grouping. */
function plain(amount: string): string {
  return amount.includes(".") ? amount.replace(/\.?0+$/, "") : amount;
}
