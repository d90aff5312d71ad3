import { useTranslation } from "../../i18n/translation.ts";
import { Badge } from "../../ui/messages/badge.tsx";
import { knownStatus, statusStyle } from "./status-style.ts";

/** `label` is the service's text for a status this website does not know. */
export function StatusBadge({ status, label }: { status: string; label?: string }) {
  const { t } = useTranslation("order");
  const orderStatus = knownStatus(status);
  return <Badge {...statusStyle(status)}>{orderStatus ? t(`status.${orderStatus}`) : (label ?? status)}</Badge>;
}
