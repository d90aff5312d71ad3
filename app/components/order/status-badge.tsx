import { unsentStepOf } from "../../../contract/order/hand-steps.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { Hourglass } from "../../ui/icons/icons.tsx";
import { Badge } from "../../ui/messages/badge.tsx";
import { knownStatus, statusStyle } from "./status-style.ts";

type StatusBadgeProps = {
  status: string;
  /** The service's text for a status this website does not know. */
  label?: string;
  /** What a person does by hand for the order now. */
  step?: string | null | undefined;
  /** What its payout or refund waits for before it is sent. */
  waitsFor?: string | null | undefined;
};

/** The status, or what has still to be sent, where the status sounds as if it was sent. */
export function StatusBadge({ status, label, step, waitsFor }: StatusBadgeProps) {
  const { t } = useTranslation("order");
  const unsent = unsentStepOf({ status, step, waitsFor });
  if (unsent) return <WaitingBadge text={t(unsent === "invoice_to_send" ? "invoiceToSend" : "toBeSent")} />;
  const orderStatus = knownStatus(status);
  return <Badge {...statusStyle(status)}>{orderStatus ? t(`status.${orderStatus}`) : (label ?? status)}</Badge>;
}

function WaitingBadge({ text }: { text: string }) {
  return (
    <Badge tone="secondary" icon={Hourglass}>
      {text}
    </Badge>
  );
}
