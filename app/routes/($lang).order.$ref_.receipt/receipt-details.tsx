import type { ReactNode } from "react";
import { shownRef } from "../../../contract/order/order-number.ts";
import { termsVersion } from "../../../contract/order/terms.ts";
import { acceptedTermsPath } from "../../components/legal/accepted-terms-path.ts";
import { settlesOn } from "../../components/order/settles-on.ts";
import { formatDate } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref, useLang } from "../../i18n/use-lang.ts";
import { useSite } from "../../site/site.ts";
import type { ReceiptProps } from "./receipt-props.ts";
import { useReceiptTimes } from "./use-receipt-times.ts";

const rules = ["paypal_verified_only", "name_must_match"] as const;

/** Source, destination and refund account, and the time of consent. */
export function ReceiptDetails({ receipt: { order } }: ReceiptProps) {
  const { t } = useTranslation("receipt");
  const lang = useLang();
  const href = useHref();
  const moment = useReceiptTimes();
  const { payin, payout, refund, accepted } = order;
  const wallet = t("details.wallet", { brand: useSite()?.brand });
  const settles = order.status === "completed" ? settlesOn(order) : null;
  const version = accepted?.terms_version ?? termsVersion;
  return (
    <section aria-labelledby="details">
      <h2 id="details" className="mb-3 text-h4">
        {t("details.title")}
      </h2>
      <dl className="space-y-2 text-body-2">
        <Detail label={t("details.order")}>{shownRef(order.ref)}</Detail>
        {payin.account && <Detail label={t("details.payer")}>{payin.account}</Detail>}
        {payin.address && <Detail label={t("details.address")}>{withMemo(payin.address, payin.memo)}</Detail>}
        {payout.to_wallet && (
          <Detail label={t("details.payout")}>
            {wallet}
            {settles && (
              <span className="block">{t("details.availableFrom", { date: formatDate(lang, settles) })}</span>
            )}
          </Detail>
        )}
        {payout.account && (
          <Detail label={t("details.payout")}>
            {withMemo(payout.account, payout.memo)}
            {payout.extra.full_name && <span className="block">{payout.extra.full_name}</span>}
          </Detail>
        )}
        {refund.to_wallet && <Detail label={t("details.refund")}>{wallet}</Detail>}
        {refund.account && !refund.to_wallet && (
          <Detail label={t("details.refund")}>{withMemo(refund.account, refund.memo)}</Detail>
        )}
        {order.email && <Detail label={t("details.email")}>{order.email}</Detail>}
        {accepted && (
          <Detail label={t("details.terms")}>
            <a href={href(acceptedTermsPath(accepted))} className="text-link-inline">
              {t("details.accepted", { date: formatDate(lang, version), time: moment(accepted.at) })}
            </a>
            {accepted.rules.map((rule) => {
              const knownRule = rules.find((name) => name === rule);
              return (
                <span key={rule} className="block text-small text-ink-2">
                  {knownRule ? t(`details.rule.${knownRule}`) : rule}
                </span>
              );
            })}
          </Detail>
        )}
      </dl>
    </section>
  );

  function withMemo(account: string, memo: string | null): string {
    return memo ? `${account}, ${t("details.memo", { memo })}` : account;
  }
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[8.5rem_1fr]">
      <dt className="text-ink-2">{label}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
