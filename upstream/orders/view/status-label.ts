import { unsentStepOf } from "../../../contract/order/hand-steps.ts";
import type { HandStep, OrderStatus } from "../../../contract/order/order-states.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import { texts } from "../../shared/texts/texts.ts";

/** The status as text, or what a person has still to send, where the status sounds as if it was sent. `step`: what is done by hand now. */
export function statusLabel(status: OrderStatus, step: HandStep | null, language: Lang): string {
  const unsent = unsentStepOf({ status, step });
  return unsent ? texts[language].unsent[unsent] : texts[language].statuses[status];
}
