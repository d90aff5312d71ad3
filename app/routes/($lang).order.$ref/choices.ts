import type { HoldOption, Order } from "../../../contract/order.ts";

const choiceActions = ["accept_requote", "exchange_as_quoted", "request_refund"] as const;
export type ChoiceAction = (typeof choiceActions)[number];
export type Choice = HoldOption & { action: ChoiceAction };

/** The ways out of a hold that the server offers with amounts, and that it allows this viewer. */
export function choicesOf(order: Order): Choice[] {
  return (order.hold?.options ?? []).flatMap((option) => {
    const action = choiceActions.find((known) => known === option.action);
    return action && order.actions.includes(action) ? [{ ...option, action }] : [];
  });
}
