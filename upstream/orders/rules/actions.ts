import { type OrderAction, processActions } from "../../../contract/order/order-states.ts";
import { askedFields, isAnswered } from "../../shared/rules/fields/asked-fields.ts";
import { assetWithoutAddress } from "./decide/choices.ts";
import { refundLegs } from "./decide/refund/refund.ts";
import { decide, isDecision } from "./decide.ts";
import { startDecision, toBalance } from "./decision-builder.ts";
import type { OrderEvent } from "./order-event.ts";
import type { OrderFacts } from "./order-facts.ts";

/** Actions the customer may take now. Each is probed against `decide`, so no second list of rules can contradict it. */
export function actionsOf(facts: OrderFacts): OrderAction[] {
  if (facts.order.status === "draft") return draftActions(facts);
  const isAllowed = (action: ActionProbe) => isDecision(decide(facts, probes[action]));
  return [...(["cancel", ...processActions] as const)].filter(
    (action) => isOffered(facts, action) && isAllowed(action),
  );
}

/**
 * `execute` is offered once all fields are filled in; an expired or unpayable quote is reported when it is submitted.
 */
function draftActions({ order, assets }: OrderFacts): OrderAction[] {
  const [from, to] = [assets[order.fromAsset], assets[order.toAsset]];
  const isDetailed = from !== undefined && to !== undefined && isAnswered(askedFields(from, to), order);
  const next = isDetailed ? ([order.acceptedAt === null ? "confirm" : "execute"] as const) : [];
  return ["edit", ...next, "cancel"];
}

type ActionProbe = "cancel" | (typeof processActions)[number];

/**
 * A refund address is asked for only where it helps: it is missing, or sending to it failed. The asset comes from the
 * hold; without a hold only the order's own asset counts.
 */
function isOffered(facts: OrderFacts, action: ActionProbe): boolean {
  if (action !== "set_refund_address") return true;
  const { status, holdReason, fromAsset } = facts.order;
  const decision = startDecision(facts);
  if (holdReason === null) return assetWithoutAddress(decision) === fromAsset;
  if (status === "refund_pending") return true;
  const isMissing = refundLegs(decision).some((leg) => leg.account === null);
  return isMissing || (holdReason === "payout_error" && toBalance(decision) === 0n);
}

const probeAccount = { account: "?", memo: null };
const probes: Record<ActionProbe, OrderEvent> = {
  cancel: { name: "cancel" },
  report_payment: { name: "report_payment", transactionId: null, payerAccount: null },
  accept_requote: { name: "accept_requote" },
  request_refund: { name: "request_refund", refund: null },
  set_refund_address: { name: "set_refund_address", refund: probeAccount },
  exchange_as_quoted: { name: "exchange_as_quoted" },
  set_payout_account: { name: "set_payout_account", account: "?" },
  submit_info: { name: "submit_info", info: "?" },
};
