import type { Order } from "../../../contract/order/order.ts";
import { maskAccount } from "../../components/order/mask-account.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { MailWarning } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";

/** That our emails do not reach the customer, and what keeps the order in reach instead. `hasLink`: the page offers its link. */
export function RefusedEmail({ order, hasLink }: { order: Order; hasLink: boolean }) {
  const { t } = useTranslation("order");
  if (!order.email_refused || order.email === null) return null;
  return (
    <Note tone="warning" icon={MailWarning} className="no-print">
      {t("link.refused", { email: maskAccount(order.email) })} {hasLink && t("link.refusedSave")}{" "}
      {t("link.refusedWrite")}
    </Note>
  );
}
