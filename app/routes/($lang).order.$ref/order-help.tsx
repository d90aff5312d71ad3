import type { Order } from "../../../contract/order/order.ts";
import { acceptedTermsPath } from "../../components/legal/accepted-terms-path.ts";
import { AskAboutOrder } from "../../components/order/ask-about-order.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { LinkButton } from "../../ui/buttons/link-button.tsx";
import { ReceiptText } from "../../ui/icons/icons.tsx";
import { hasMoved } from "./order-facts.ts";

/** Contact to support, and the receipt once money has moved. */
export function OrderHelp({ order }: { order: Order }) {
  const { t } = useTranslation("order");
  const href = useHref();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="flex flex-wrap gap-x-5 text-small text-ink-2">
        <AskAboutOrder orderRef={order.ref} />
        {order.accepted && (
          <a href={href(acceptedTermsPath(order.accepted))} className="inline-block py-1 text-link-inline">
            {t("help.terms")}
          </a>
        )}
      </div>
      {hasMoved(order) && !hasReceiptAbove(order) && (
        <LinkButton href={href(`/order/${order.ref}/receipt`)} size="small" className="no-print">
          <ReceiptText size={16} />
          {t("help.receipt")}
        </LinkButton>
      )}
    </div>
  );
}

/** The head of these offers it first. */
const hasReceiptAbove = ({ status }: Order) => status === "completed" || status === "refunded";
