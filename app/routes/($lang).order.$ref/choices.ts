import type { HoldOption, Order } from "../../../contract/order/order.ts";

const choiceActions = ["accept_requote", "exchange_as_quoted", "request_refund"] as const;
type ChoiceAction = (typeof choiceActions)[number];
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

export type TypedAction = "set_payout_account" | "set_refund_address" | "submit_info";
/** A card among the ways to go on: one that gives amounts, or one that asks for something to be typed. */
type Way = { kind: "amounts"; option: Choice } | { kind: "typed"; action: TypedAction };

/** Every way to go on, the refund last. A refund without an address asks for one itself. */
export function waysOf(order: Order): Way[] {
  const choices = choicesOf(order).map((option): Way => ({ kind: "amounts", option }));
  const isRefund = (way: Way) => way.kind === "amounts" && way.option.action === "request_refund";
  const asksForAddress = refundAsk(order)?.missing === true && !choices.some(isRefund);
  const typed = [
    ...(order.actions.includes("set_payout_account") ? (["set_payout_account"] as const) : []),
    ...(asksForAddress ? (["set_refund_address"] as const) : []),
    ...(order.actions.includes("submit_info") && order.hold?.action_by === "client" ? (["submit_info"] as const) : []),
  ].map((action): Way => ({ kind: "typed", action }));
  return [...choices.filter((way) => !isRefund(way)), ...typed, ...choices.filter(isRefund)];
}
