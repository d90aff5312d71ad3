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

/** The asset whose refund address the server asks for, and whether there is none yet; null when it asks for none. */
export function refundAsk(order: Order): { asset: string; missing: boolean } | null {
  if (!order.actions.includes("set_refund_address")) return null;
  const option = order.hold?.options.find(({ action }) => action === "set_refund_address");
  const asset = option?.asset ?? order.from.asset;
  return { asset, missing: asset !== order.from.asset || order.refund.account === null };
}
