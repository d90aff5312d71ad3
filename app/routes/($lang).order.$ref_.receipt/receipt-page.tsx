import { shownRef } from "../../../contract/order/order-number.ts";
import type { Qr } from "../../components/qr/qr.server.ts";
import { onOneLine, TextWithParts } from "../../i18n/text-with-parts.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { LinkButton } from "../../ui/buttons/link-button.tsx";
import { ReceiptCheck } from "./receipt-check.tsx";
import { ReceiptDetails } from "./receipt-details.tsx";
import { ReceiptPrice } from "./receipt-price.tsx";
import type { ReceiptProps } from "./receipt-props.ts";
import { ReceiptStatements } from "./receipt-statements.tsx";
import { ReceiptTimeline } from "./receipt-timeline.tsx";
import { ReceiptTransactions } from "./receipt-transactions.tsx";
import { useReceiptTimes } from "./use-receipt-times.ts";

/** The whole order on one sheet of paper if possible. */
export function ReceiptPage({ receipt, assets, qr }: ReceiptProps & { qr: Qr }) {
  const { t } = useTranslation("receipt");
  const href = useHref();
  const moment = useReceiptTimes();
  const { order, issuer } = receipt;
  return (
    <article className="receipt page-width pb-20 pt-6 lg:pt-10 print:p-0">
      <div className="no-print mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <LinkButton href={href(`/order/${order.ref}`)}>{t("back")}</LinkButton>
        <p className="text-small text-ink-3">{t("print")}</p>
        <a href={href(`/order/${order.ref}/receipt.json`)} download className="text-link-inline text-small">
          {t("signed")}
        </a>
      </div>
      <header className="flex flex-wrap justify-between gap-x-8 gap-y-3 border-b border-line-strong pb-4">
        <div>
          <h1 className="text-h2">
            <TextWithParts text={t("title", { ref: shownRef(order.ref) })} parts={{ ref: onOneLine }} />
          </h1>
          <p className="mt-1 text-body-2 text-ink-2">{order.status_label}</p>
          <ReceiptCheck code={receipt.check_code} site={issuer.site} qr={qr} />
        </div>
        <address className="text-small not-italic text-ink-2">
          <strong className="block text-body-2 font-semibold text-ink">{issuer.name}</strong>
          <span className="block">{issuer.company}</span>
          <span className="block">{issuer.registration}</span>
          <span className="block">{issuer.address}</span>
          {issuer.is_example && <span className="block">{t("exampleIssuer")}</span>}
          <span className="block">{issuer.site}</span>
          <a href={`mailto:${issuer.email}`} className="block">
            {issuer.email}
          </a>
          <span className="block">{t("made", { time: moment(receipt.made_at) })}</span>
        </address>
      </header>
      <div className="grid gap-x-12 gap-y-7 pt-5 grid-cols-1 lg:grid-cols-2 print:grid-cols-2 print:gap-x-8 print:pt-4">
        <ReceiptPrice receipt={receipt} assets={assets} />
        <ReceiptDetails receipt={receipt} assets={assets} />
      </div>
      <div className="mt-7 space-y-7 print:mt-5 print:space-y-5">
        <ReceiptTransactions receipt={receipt} assets={assets} />
        <ReceiptStatements receipt={receipt} assets={assets} />
        <ReceiptTimeline receipt={receipt} />
      </div>
    </article>
  );
}
