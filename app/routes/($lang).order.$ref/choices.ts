import type { HoldOption, Order } from "../../../contract/order/order.ts";

const choiceActions = ["accept_requote", "exchange_as_quoted", "request_refund"] as const;
type ChoiceAction = (typeof choiceActions)[number];
export type Choice = HoldOption & { action: ChoiceAction };

/** The choices of a hold that the service offers with amounts and that this visitor may make. */
export function choicesOf(order: Order): Choice[] {
  return (order.hold?.options ?? []).flatMap((option) => {
    const action = choiceActions.find((name) => name === option.action);
    return action && order.actions.includes(action) ? [{ ...option, action }] : [];
  });
}

/** The asset whose refund address is needed, and whether there is none yet; null when none is needed. */
export function refundAsk(order: Order): { asset: string; missing: boolean } | null {
  if (!order.actions.includes("set_refund_address")) return null;
  const option = order.hold?.options.find(({ action }) => action === "set_refund_address");
  const asset = option?.asset ?? order.from.asset;
  const hasPlace = asset === order.from.asset && (order.refund.account !== null || order.refund.to_wallet === true);
  return { asset, missing: !hasPlace };
}

export type TypedAction = "set_payout_account" | "set_refund_address" | "submit_info";
/** A choice of a hold: one with amounts, or one that needs input. */
type HoldChoice = { kind: "amounts"; option: Choice } | { kind: "typed"; action: TypedAction };

/** All choices, the refund last. A refund without an address asks for one. */
export function holdChoicesOf(order: Order): HoldChoice[] {
  const choices = choicesOf(order).map((option): HoldChoice => ({ kind: "amounts", option }));
  const isRefund = (choice: HoldChoice) => choice.kind === "amounts" && choice.option.action === "request_refund";
  const asksForAddress = refundAsk(order)?.missing === true && !choices.some(isRefund);
  const typed = [
    ...(order.actions.includes("set_payout_account") ? (["set_payout_account"] as const) : []),
    ...(asksForAddress ? (["set_refund_address"] as const) : []),
    ...(order.actions.includes("submit_info") && order.hold?.action_by === "client" ? (["submit_info"] as const) : []),
  ].map((action): HoldChoice => ({ kind: "typed", action }));
  return [...choices.filter((choice) => !isRefund(choice)), ...typed, ...choices.filter(isRefund)];
}

/** The forms of an order's page with a field, in their order on the page: the choices of a hold, then what is folded away. */
function typedFormsOf(order: Order): (TypedAction | "request_refund")[] {
  const ask = refundAsk(order);
  const isTold = order.actions.includes("submit_info") && order.hold?.action_by !== "client";
  const inHold = holdChoicesOf(order).flatMap((choice) => {
    if (choice.kind === "typed") return [choice.action];
    return choice.option.action === "request_refund" && ask?.missing ? [choice.option.action] : [];
  });
  return [
    ...(order.hold ? inHold : []),
    ...(ask?.missing === false ? (["set_refund_address"] as const) : []),
    ...(isTold ? (["submit_info"] as const) : []),
  ];
}

/** Without scripts a switch of language or theme can send one form along: the first. */
export const isPageForm = (order: Order, form: TypedAction | "request_refund") => typedFormsOf(order)[0] === form;
export const hasTypedForm = ({ order }: { order: Order }) => typedFormsOf(order).length > 0;
