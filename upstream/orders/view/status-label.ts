import { unsentStepOf } from "../../../contract/order/hand-steps.ts";
import type { HandStep, OrderStatus } from "../../../contract/order/order-states.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import type { PayoutWait } from "../../../contract/values/payout-waits.ts";
import { texts } from "../../shared/texts/texts.ts";

/** What keeps back what an order's status says is sent. `step`: what is done by hand now; `waits`: what its payout or refund waits for. */
type StillToSend = { step: HandStep | null; waits: PayoutWait | null };

/** The status as text, or what has still to be sent, where the status sounds as if it was sent. */
export function statusLabel(status: OrderStatus, { step, waits }: StillToSend, language: Lang): string {
  const unsent = unsentStepOf({ status, step, waits_for: waits });
  return unsent ? texts[language].unsent[unsent] : texts[language].statuses[status];
}
