import type { TransferCode } from "./booking.ts";

/**
 * Kinds of accounts in the table of flows: those of `accountKinds`, and the five places where money lies at a rail. The
 * database has the same rule (`flow_account`).
 */
export const flowAccounts = [
  ...(["rail", "deposits", "gas", "dust", "disputed", "shortfall", "order", "wrong"] as const),
  ...(["reserve", "member", "affiliate", "unclaimed", "checking"] as const),
] as const;
export type FlowAccount = (typeof flowAccounts)[number];

/** `post` moves at once; `hold` reserves; `forced` books what a rail has done already. As in `Booking`. */
export const flowSteps = ["post", "hold", "forced"] as const;
export type FlowStep = (typeof flowSteps)[number];

/**
 * What a transfer happens for. `payment`: of an order; `movement`: a row of `outgoing`; `entry`: one of the audit log;
 * `closing`: a member's account was closed; `transfer`: another one, which it follows from.
 */
export const causeKinds = [
  ...(["order", "payment", "movement", "deposit", "withdrawal"] as const),
  ...(["reward", "reward_payout", "closing", "entry", "transfer"] as const),
] as const;
export type CauseKind = (typeof causeKinds)[number];

/** Which transfers may exist: from one of `debit` to one of `credit`, for one of `cause`. */
export type FlowRow = {
  code: TransferCode;
  step: readonly FlowStep[];
  debit: readonly FlowAccount[];
  credit: readonly FlowAccount[];
  cause: readonly CauseKind[];
  why: string;
};

const atRails = ["rail", "deposits"] as const;
/** Where our own money lies, too. */
const ownAtRails = [...atRails, "gas", "dust"] as const;
const ofOrder = ["order", "wrong"] as const;

/**
 * All transfers that may exist. The database refuses every other one, whoever writes it. To add a flow, add a row: the next
 * migration run by the owner of the database puts it there. What a `forced` transfer cannot take from its debit account
 * comes from `shortfall`; that follows from the row and needs none of its own.
 */
export const flowTable: readonly FlowRow[] = [
  // Payments to orders.
  row(
    "payin",
    "post",
    [...atRails],
    [...ofOrder, "unclaimed"],
    "payment",
    "A final payment; unclaimed while the order is not executed",
  ),
  row("payin", "post", ["member"], ["order"], "payment", "The owner pays the order from a wallet"),
  row("rail_fee", "forced", ["reserve"], [...atRails], "payment", "What the rail kept of a payment; we bear it"),
  row("adjustment", "post", ["unclaimed"], [...ofOrder], "order", "The order is executed after it was paid"),
  row(
    "adjustment",
    "post",
    [...ofOrder],
    ["unclaimed"],
    "order",
    "The order is closed, and its customer cannot be reached",
  ),

  // The exchange.
  row("conversion", "post", ["order"], ["reserve"], "order", "The customer's payment is exchanged"),
  row("conversion", ["post", "forced"], ["reserve"], ["order"], "order", "An exchange is undone"),
  row("payout_hold", "hold", ["reserve"], ["order"], "order", "The payout is reserved"),
  row("payout_hold", "forced", ["reserve"], ["order"], "order", "Exchanged again: the payout was sent after all"),
  row("payout_hold", "post", ["order"], ["reserve"], "order", "An exchange is undone"),

  // Payouts and refunds of orders.
  row("payout", "hold", ["order"], ["rail", "member"], "order", "The payout is sent, or goes into the owner's wallet"),
  row("payout", "forced", ["order"], ["rail"], "order", "An operator has paid by hand"),
  row("payout", "forced", ["reserve"], ["rail"], "order", "A payout was sent although it had been reported as failed"),
  row("payout", "post", ["order"], ["reserve"], "order", "The customer's money repays such a payout"),
  row("payout_returned", "forced", ["rail"], ["order"], "order", "A sent payout came back"),
  row("refund", "hold", [...ofOrder], ["rail", "member"], "order", "A refund is sent, or goes into the owner's wallet"),
  row(
    "refund",
    "forced",
    [...ofOrder, "reserve", "unclaimed"],
    ["rail"],
    "order",
    "Refunded at the rail, or sent after a failure",
  ),
  row("refund_fee", ["hold", "post"], [...ofOrder], ["reserve"], "order", "The published fee of a refund"),

  // Disputes and reversals.
  row("dispute", "forced", ["disputed"], ["rail"], "order", "A rail blocks disputed money"),
  row("dispute", "forced", ["rail"], ["disputed"], "order", "A rail releases it"),
  row(
    "dispute",
    "forced",
    [...ofOrder, "reserve", "unclaimed"],
    [...atRails, "disputed"],
    "order",
    "A rail takes a payment back",
  ),
  row(
    "dispute",
    "post",
    [...ofOrder, "member"],
    ["reserve"],
    "order",
    "The order's money, or the wallet it was paid into, makes it good",
  ),

  // Promo codes.
  row("promo", "forced", ["reserve"], ["member"], "order", "Cashback"),
  row("promo", "post", ["member"], ["reserve"], "order", "Cashback of an exchange that was undone"),

  // Wallets.
  row("deposit", "post", [...atRails], ["member", "unclaimed"], "deposit", "A final deposit; unclaimed while it waits"),
  row("deposit", "post", ["unclaimed"], ["member"], "deposit", "A deposit that waited is credited"),
  row("deposit", "post", [...atRails], ["checking"], "deposit", "A final deposit that is held for a check"),
  row("deposit", "post", ["checking"], ["member", "unclaimed"], "deposit", "The check has ended"),
  row(
    "deposit",
    "forced",
    ["member", "reserve", "unclaimed", "checking"],
    [...atRails],
    "deposit",
    "A network takes a deposit back",
  ),
  row(
    "withdrawal",
    "hold",
    ["member"],
    ["rail", "reserve"],
    "withdrawal",
    "What will arrive; at the reserve until there is cash",
  ),
  row(
    "withdrawal",
    "forced",
    ["member", "reserve", "unclaimed"],
    ["rail"],
    "withdrawal",
    "Sent although it had been reported as failed",
  ),
  row("withdrawal", "forced", ["rail"], ["member", "unclaimed"], "withdrawal", "A sent withdrawal came back"),
  row("withdrawal_fee", "hold", ["member"], ["reserve"], "withdrawal", "Our fee of a withdrawal"),
  row("adjustment", "post", ["reserve"], ["member"], "entry", "An operator adds to a wallet"),
  row("adjustment", "post", ["member"], ["reserve"], "entry", "An operator takes from a wallet"),
  row(
    "debt",
    "post",
    ["member"],
    ["reserve"],
    ["transfer", "withdrawal"],
    "What came in repays a debt: the transfer that brought it, or the withdrawal that gave it back",
  ),
  row("given_up", "post", ["member"], ["unclaimed"], "closing", "What no withdrawal can take out of a closed account"),
  row("unclaimed_payout", "hold", ["unclaimed"], ["rail"], "movement", "What no wallet and no order has is paid out"),
  row(
    "unclaimed_payout",
    "forced",
    ["unclaimed", "reserve"],
    ["rail"],
    "movement",
    "Sent although it had been reported as failed",
  ),
  row("unclaimed_payout", "forced", ["rail"], ["unclaimed"], "movement", "Such a payout came back"),
  row(
    "unclaimed_payout",
    "post",
    ["unclaimed"],
    ["reserve"],
    "movement",
    "It was not sent, and a network had taken its deposit back at our cost",
  ),

  // Partners.
  row("affiliate", "hold", ["reserve"], ["affiliate"], "reward", "A reward waits"),
  row(
    "affiliate",
    "post",
    ["affiliate"],
    ["reserve"],
    ["reward", "reward_payout"],
    "A reward is taken back, or a debt repaid",
  ),
  row(
    "affiliate",
    ["post", "hold"],
    ["affiliate"],
    ["member"],
    "reward_payout",
    "Rewards go into the partner's wallet",
  ),

  // Money on its way.
  row("network_fee", ["hold", "forced"], ["reserve"], ["rail"], "movement", "What a network takes for sending"),
  row(
    "network_fee",
    "forced",
    ["rail", "gas", "dust"],
    ["reserve"],
    "movement",
    "A payout or a sweep that was included again has cost less",
  ),
  row("network_fee", ["hold", "forced"], ["reserve"], ["gas"], "movement", "What a network takes for top-ups"),
  row("network_fee", "forced", ["reserve"], ["dust"], "movement", "What a network takes at deposit addresses"),
  row("rebalance", ["hold", "forced"], ["rail"], ["deposits"], "movement", "A sweep of deposit addresses"),
  row("rebalance", "forced", ["dust"], ["gas"], "movement", "A deposit address gets the coin that its sweep costs"),
  row("rebalance", "forced", ["dust"], ["deposits"], "movement", "What a sweep of the coin leaves for its fee"),
  row("rebalance", "forced", ["deposits"], ["dust"], "movement", "The same, where that sweep came back"),
  row(
    "rebalance",
    "forced",
    ["rail"],
    ["deposits"],
    ["order", "deposit"],
    "A payment arrives at an address from which a sweep has moved as much already",
  ),
  row(
    "rebalance",
    "forced",
    ["deposits"],
    ["rail"],
    ["movement", "order", "deposit"],
    "What came back of a sweep, or was taken back after it",
  ),

  // Our own money, as operators record it.
  row("funding", "post", [...ownAtRails], ["reserve"], "entry", "Our own money is added at a rail"),
  row("profit_taken", "post", ["reserve"], [...ownAtRails], "entry", "Our own money is taken out"),
  row("rebalance", "post", [...ownAtRails], [...ownAtRails], "entry", "Our own money is moved between rails"),
  row("network_fee", "forced", ["reserve"], [...ownAtRails], "entry", "A network fee that was not reported"),
  row("rail_fee", "forced", ["reserve"], [...ownAtRails], "entry", "A fee of a rail that was not reported"),
  row("adjustment", "post", [...ownAtRails], ["reserve"], "entry", "A rail has more than the books"),
  row("adjustment", "forced", ["reserve"], [...ownAtRails], "entry", "A rail has less than the books"),
  row("shortfall", "post", ["reserve"], ["shortfall"], "transfer", "The reserve repays what it lacked"),
];

function row(
  code: TransferCode,
  step: FlowStep | FlowStep[],
  debit: FlowAccount[],
  credit: FlowAccount[],
  cause: CauseKind | CauseKind[],
  why: string,
): FlowRow {
  return { code, step: [step].flat(), debit, credit, cause: [cause].flat(), why };
}
