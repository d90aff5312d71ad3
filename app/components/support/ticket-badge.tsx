import type { TicketStatus } from "../../../contract/support/ticket-states.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { Check, Clock, type IconComponent, MailWarning } from "../../ui/icons/icons.tsx";
import { Badge } from "../../ui/messages/badge.tsx";
import type { Tone } from "../../ui/messages/tone.ts";

const styles: Record<TicketStatus, { tone: Tone; icon: IconComponent }> = {
  awaiting_support: { tone: "primary", icon: Clock },
  awaiting_customer: { tone: "warning", icon: MailWarning },
  closed: { tone: "gray", icon: Check },
};

/** Whose move it is. */
export function TicketBadge({ status }: { status: TicketStatus }) {
  const { t } = useTranslation("support");
  return <Badge {...styles[status]}>{t(`ticket.status.${status}`)}</Badge>;
}
