import { unsentStepOf } from "../../../contract/order/hand-steps.ts";
import type { HandStep, OrderStatus } from "../../../contract/order/order-states.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import type { PayoutWait } from "../../../contract/values/payout-waits.ts";
import { texts } from "../../shared/texts/texts.ts";

/** `step`: what is done by hand now; `waitsFor`: what the payout or refund waits for. */
type UnsentFacts = { step: HandStep | null; waitsFor: PayoutWait | null };

/** The status as text, or what has still to be sent, where the status sounds as if it was sent. */
export function statusLabel(status: OrderStatus, { step, waitsFor }: UnsentFacts, language: Lang): string {
  const unsent = unsentStepOf({ status, step, waitsFor });
  return unsent ? texts[language].unsent[unsent] : texts[language].statuses[status];
}
