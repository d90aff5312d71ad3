import type { Order } from "../../../../contract/order/order.ts";
import { amountStep } from "../../../components/order/order-steps.tsx";
import { RepeatOrder } from "../../../components/order/repeat-order.tsx";
import { useTranslation } from "../../../i18n/translation.ts";
import { useHref } from "../../../i18n/use-lang.ts";
import { LinkButton } from "../../../ui/buttons/link-button.tsx";
import { MessageCircle, ReceiptText } from "../../../ui/icons/icons.tsx";
import { hasMoved } from "../order-facts.ts";

type Look = "filled" | "outlined" | "quiet";

/** The actions after each final status; the main one is filled. A charged-back order offers no repeat. */
const again: Record<string, { label: "repeat" | "again" | "restart"; look: Look }> = {
  completed: { label: "repeat", look: "outlined" },
  refunded: { label: "again", look: "quiet" },
  cancelled: { label: "again", look: "filled" },
  expired: { label: "restart", look: "filled" },
  failed: { label: "again", look: "quiet" },
};

const withReceipt: readonly string[] = ["completed", "refunded"];
const withQuestion: readonly string[] = ["failed", "charged_back"];
/** Without a payment that we have seen. */
const mayBePaid: readonly string[] = ["cancelled", "expired"];

/** The ended order's buttons: receipt, support or another exchange. */
export function OutcomeActions({ order, className }: { order: Order; className: string }) {
  const { t } = useTranslation("order");
  const href = useHref();
  const next = again[order.status];
  const size = order.status === "completed" ? "large" : "medium";
  return (
    <div className={`no-print flex flex-wrap gap-3 max-sm:flex-col ${className}`}>
      {withReceipt.includes(order.status) && hasMoved(order) && (
        <LinkButton href={href(`/order/${order.ref}/receipt`)} variant="filled" size={size}>
          <ReceiptText size={20} />
          {t("act.receipt")}
        </LinkButton>
      )}
      {withQuestion.includes(order.status) && (
        <LinkButton href={href("/company/contact-us")}>
          <MessageCircle size={20} />
          {t("act.write")}
        </LinkButton>
      )}
      {next &&
        (order.email ? (
          <RepeatOrder order={order} label={t(`act.${next.label}`)} variant={next.look} size={size} />
        ) : (
          <LinkButton href={href(amountStep(order))} variant={next.look} size={size}>
            {t("act.new")}
          </LinkButton>
        ))}
      {mayBePaid.includes(order.status) && (
        <LinkButton href={href("/company/contact-us")} variant="quiet" size={size}>
          {t("act.sent")}
        </LinkButton>
      )}
    </div>
  );
}
