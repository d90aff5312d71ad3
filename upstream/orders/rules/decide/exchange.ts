import { accounts } from "../../../ledger/rules/booking.ts";
import { openHolds } from "../../../ledger/rules/order-ledger.ts";
import { isAllFinal } from "../condition.ts";
import {
  addTask,
  type DecisionBuilder,
  fromAccount,
  fromBalance,
  hold,
  later,
  moveTo,
  payingRailOf,
  post,
  reserveOf,
  settle,
  toAccount,
  toBalance,
  voidHold,
} from "../decision-builder.ts";
import { hasGas } from "./gas.ts";
import { dropUnmetPromo, leaveHold, priceAt, putOnHold, reservable } from "./wait.ts";

/** The payment matches: wait until it is final, or exchange it if it is. */
export function confirmOrExchange(decision: DecisionBuilder): undefined {
  if (isAllFinal(decision)) return exchange(decision);
  if (!holdReserve(decision, decision.order.toAmount)) return putOnHold(decision, "reserve_low");
  moveTo(decision, "confirming");
  leaveHold(decision);
}

/** Reserves the payout; false when the reserve is too low. Reserving the same amount again changes nothing. */
export function holdReserve(decision: DecisionBuilder, amount: bigint): boolean {
  const { reserveHoldId, toAsset } = decision.order;
  const reserveHold = openHolds(decision.entries).find((entry) => entry.id === reserveHoldId);
  if (reserveHold?.amount === amount) return true;
  if (amount > reservable(decision)) return false;
  releaseReserve(decision);
  // Orders that are promised the same cash at the same time meet at the reserve: the second one is decided again.
  const { available, elsewhere } = reserveOf(decision, toAsset);
  const leave = elsewhere < available - amount ? elsewhere : available - amount;
  const movement = { debit: accounts.reserve(toAsset), credit: toAccount(decision), asset: toAsset, amount };
  decision.order.reserveHoldId = hold(decision, "reserve", { ...movement, code: "payout_hold" }, leave);
  return true;
}

export function releaseReserve(decision: DecisionBuilder): undefined {
  if (decision.order.reserveHoldId !== null) voidHold(decision, decision.order.reserveHoldId);
  decision.order.reserveHoldId = null;
}

/** All payments are final: moves the customer's money to the reserve and the reserved payout to the customer. */
function exchange(decision: DecisionBuilder): undefined {
  const { order } = decision;
  const received = fromBalance(decision);
  const used = order.surplusBack && received > order.fromAmount ? order.fromAmount : received;
  dropUnmetPromo(decision, used);
  const price = used === order.fromAmount ? order : priceAt(decision, order, used);
  if (price.toAmount <= 0n) return putOnHold(decision, "below_minimum");
  if (price.toAmount > reservable(decision)) return putOnHold(decision, "reserve_low");

  post(decision, "conversion", {
    debit: fromAccount(decision),
    credit: accounts.reserve(order.fromAsset),
    asset: order.fromAsset,
    amount: used,
    code: "conversion",
  });
  reserveForPayout(decision, price.toAmount);
  Object.assign(order, { fromAmount: used, toAmount: price.toAmount });
  Object.assign(order, { serviceFee: price.serviceFee, bonus: price.bonus, restingStatus: null });
  addTask(decision, { job: "email", kind: "paid" });
  payOut(decision);
}

/** A smaller payout settles a part of the hold; a larger one needs a new hold. */
function reserveForPayout(decision: DecisionBuilder, amount: bigint): undefined {
  const reserveHold = openHolds(decision.entries).find((entry) => entry.id === decision.order.reserveHoldId);
  if (reserveHold !== undefined && reserveHold.amount < amount) releaseReserve(decision);
  if (decision.order.reserveHoldId === null) holdReserve(decision, amount);
  if (decision.order.reserveHoldId !== null) settle(decision, decision.order.reserveHoldId, amount);
  decision.order.reserveHoldId = null;
}

/** Queues the payout of the payout-side balance, or waits until its account may be used. */
export function payOut(decision: DecisionBuilder): undefined {
  if (isAccountNew(decision)) return waitForAccount(decision);
  moveTo(decision, "processing");
  leaveHold(decision);
  decision.order.restingStatus = null;
  addTask(decision, { job: "payout" });
}

/** Money of the owner's wallet goes to an account that is new to the owner, and its time has not passed yet. */
export function isAccountNew({ order, facts }: DecisionBuilder): boolean {
  return !order.payoutToWallet && order.payoutUsableAt !== null && order.payoutUsableAt > facts.now;
}

/** The owner can have the money back meanwhile. */
export function waitForAccount(decision: DecisionBuilder): undefined {
  decision.order.restingStatus = null;
  putOnHold(decision, "new_payout_account");
  decision.order.holdDeadline = decision.order.payoutUsableAt;
}

/** The payout rail has enough money for this payout and its network fee. */
export function isPayable(decision: DecisionBuilder): boolean {
  const { toAsset: asset } = decision.order;
  const rail = payingRailOf(decision, asset);
  const amount = toBalance(decision);
  const cash = decision.facts.cash[accounts.rail(rail, asset)] ?? 0n;
  return amount <= cash && hasGas(decision, { rail, asset, amount });
}

/**
 * A customer cannot pay an invoice before a person has sent it: the grace time, in which the rate applies while the market has hardly
 * moved, is longer by as much, at most as long as the order is open. See docs/decisions/217.
 */
export function extendGrace({ order }: DecisionBuilder, seconds: number): undefined {
  if (order.graceUntil === null || order.expiresAt === null) return;
  const extended = order.graceUntil.getTime() + seconds * 1000;
  order.graceUntil = new Date(Math.max(order.graceUntil.getTime(), Math.min(extended, order.expiresAt.getTime())));
}

/** Starts the payment window now. An invoice stays open longer than its rate is locked. */
export function openWindow(decision: DecisionBuilder, seconds: number, rateSeconds: number): undefined {
  decision.order.expiresAt = later(decision, seconds);
  decision.order.rateLockedUntil = later(decision, rateSeconds);
  decision.order.graceUntil = later(decision, rateSeconds + decision.facts.policy.graceSeconds);
}
