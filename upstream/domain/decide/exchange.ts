import { isAllFinal } from "../condition.ts";
import {
  addTask,
  assetOf,
  type DecisionDraft,
  fromAccount,
  fromBalance,
  hold,
  later,
  moveTo,
  post,
  settle,
  toAccount,
  toBalance,
  voidHold,
} from "../decision-draft.ts";
import { accounts } from "../ledger/booking.ts";
import { openHolds } from "../ledger/order-ledger.ts";
import { dropUnmetPromo, leaveHold, priceAt, promisable, putOnHold } from "./wait.ts";

/** The payment is what was agreed: wait until it is final, or exchange it now that it is. */
export function confirmOrExchange(turn: DecisionDraft): undefined {
  if (isAllFinal(turn)) return exchange(turn);
  if (!holdReserve(turn, turn.order.toAmount)) return putOnHold(turn, "reserve_low");
  moveTo(turn, "confirming");
  leaveHold(turn);
}

/** Promises the payout out of the reserve; false when it does not reach. The same amount twice is one promise. */
export function holdReserve(turn: DecisionDraft, amount: bigint): boolean {
  const { reserveHoldId, toAsset } = turn.order;
  const held = openHolds(turn.entries).find((entry) => entry.id === reserveHoldId);
  if (held?.amount === amount) return true;
  if (amount > promisable(turn)) return false;
  releaseReserve(turn);
  turn.order.reserveHoldId = hold(turn, "reserve", {
    debit: accounts.reserve(toAsset),
    credit: toAccount(turn),
    asset: toAsset,
    amount,
    code: "payout_hold",
  });
  return true;
}

export function releaseReserve(turn: DecisionDraft): undefined {
  if (turn.order.reserveHoldId !== null) voidHold(turn, turn.order.reserveHoldId);
  turn.order.reserveHoldId = null;
}

/** Everything is final: the customer's money becomes ours, and what we promised becomes the customer's. */
function exchange(turn: DecisionDraft): undefined {
  const { order } = turn;
  const received = fromBalance(turn);
  const used = order.surplusBack && received > order.fromAmount ? order.fromAmount : received;
  dropUnmetPromo(turn, used);
  const price = used === order.fromAmount ? order : priceAt(turn, order.rate, used);
  if (price.toAmount <= 0n) return putOnHold(turn, "below_minimum");
  if (price.toAmount > promisable(turn)) return putOnHold(turn, "reserve_low");

  post(turn, "conversion", {
    debit: fromAccount(turn),
    credit: accounts.reserve(order.fromAsset),
    asset: order.fromAsset,
    amount: used,
    code: "conversion",
  });
  allot(turn, price.toAmount);
  Object.assign(order, { fromAmount: used, toAmount: price.toAmount });
  Object.assign(order, { serviceFee: price.serviceFee, bonus: price.bonus, restingStatus: null });
  addTask(turn, { job: "letter", kind: "paid" });
  payOut(turn);
}

/** A smaller payout keeps a part of the promise; a larger one is a new one. */
function allot(turn: DecisionDraft, amount: bigint): undefined {
  const held = openHolds(turn.entries).find((entry) => entry.id === turn.order.reserveHoldId);
  if (held !== undefined && held.amount < amount) releaseReserve(turn);
  if (turn.order.reserveHoldId === null) holdReserve(turn, amount);
  if (turn.order.reserveHoldId !== null) settle(turn, turn.order.reserveHoldId, amount);
  turn.order.reserveHoldId = null;
}

/** What lies on the payout side is to be sent. */
export function payOut(turn: DecisionDraft): undefined {
  moveTo(turn, "processing");
  leaveHold(turn);
  turn.order.restingStatus = null;
  addTask(turn, { job: "payout" });
}

/** The money for the payout lies where it is paid from. */
export function isPayable(turn: DecisionDraft): boolean {
  const { toAsset } = turn.order;
  const cash = turn.facts.cash[accounts.rail(assetOf(turn, toAsset).payoutRail, toAsset)] ?? 0n;
  return toBalance(turn) <= cash;
}

/** The window of a running order, counted from now. An invoice stays open longer than it keeps its rate. */
export function openWindow(turn: DecisionDraft, seconds: number, rateSeconds: number): undefined {
  turn.order.expiresAt = later(turn, seconds);
  turn.order.rateLockedUntil = later(turn, rateSeconds);
  turn.order.graceUntil = later(turn, rateSeconds + turn.facts.policy.graceSeconds);
}
