import type { Order } from "../../../contract/order/order.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { TicketPercent } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";

const reasons = [
  ...(["used", "new_users_only", "expired", "min_amount"] as const),
  ...(["loyalty", "login_required", "no_wallets", "no_margin"] as const),
];

/** A promo code that does not apply, shown beside the price without it. */
export function PromoNotice({ order }: { order: Order }) {
  const { t } = useTranslation("confirm");
  if (!order.promo_refused) return null;
  const { code, reason } = order.promo_refused;
  return (
    <Note tone="warning" icon={TicketPercent}>
      {t(`promoRefused.${reasons.find((name) => name === reason) ?? "other"}`, { code })}
    </Note>
  );
}
