import { accounts } from "../../../ledger/rules/booking.ts";
import { openHolds } from "../../../ledger/rules/order-ledger.ts";
import { isAllFinal } from "../condition.ts";
import {
  addTask,
  type DecisionDraft,
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
} from "../decision-draft.ts";
import { hasGas } from "./gas.ts";
import { dropUnmetPromo, leaveHold, priceAt, putOnHold, reservable } from "./wait.ts";

/** The payment matches: wait until it is final, or exchange it if it is. */
export function confirmOrExchange(draft: DecisionDraft): undefined {
  if (isAllFinal(draft)) return exchange(draft);
  if (!holdReserve(draft, draft.order.toAmount)) return putOnHold(draft, "reserve_low");
  moveTo(draft, "confirming");
  leaveHold(draft);
}

/** Reserves the payout; false when the reserve is too low. Reserving the same amount again changes nothing. */
export function holdReserve(draft: DecisionDraft, amount: bigint): boolean {
  const { reserveHoldId, toAsset } = draft.order;
  const reserveHold = openHolds(draft.entries).find((entry) => entry.id === reserveHoldId);
  if (reserveHold?.amount === amount) return true;
  if (amount > reservable(draft)) return false;
  releaseReserve(draft);
  // Orders that are promised the same cash at the same time meet at the reserve: the second one is decided again.
  const { available, elsewhere } = reserveOf(draft, toAsset);
  const leave = elsewhere < available - amount ? elsewhere : available - amount;
  const movement = { debit: accounts.reserve(toAsset), credit: toAccount(draft), asset: toAsset, amount };
  draft.order.reserveHoldId = hold(draft, "reserve", { ...movement, code: "payout_hold" }, leave);
  return true;
}

export function releaseReserve(draft: DecisionDraft): undefined {
  if (draft.order.reserveHoldId !== null) voidHold(draft, draft.order.reserveHoldId);
  draft.order.reserveHoldId = null;
}

/** All payments are final: moves the customer's money to the reserve and the reserved payout to the customer. */
function exchange(draft: DecisionDraft): undefined {
  const { order } = draft;
  const received = fromBalance(draft);
  const used = order.surplusBack && received > order.fromAmount ? order.fromAmount : received;
  dropUnmetPromo(draft, used);
  const price = used === order.fromAmount ? order : priceAt(draft, order, used);
  if (price.toAmount <= 0n) return putOnHold(draft, "below_minimum");
  if (price.toAmount > reservable(draft)) return putOnHold(draft, "reserve_low");

  post(draft, "conversion", {
    debit: fromAccount(draft),
    credit: accounts.reserve(order.fromAsset),
    asset: order.fromAsset,
    amount: used,
    code: "conversion",
  });
  reserveForPayout(draft, price.toAmount);
  Object.assign(order, { fromAmount: used, toAmount: price.toAmount });
  Object.assign(order, { serviceFee: price.serviceFee, bonus: price.bonus, restingStatus: null });
  addTask(draft, { job: "email", kind: "paid" });
  payOut(draft);
}

/** A smaller payout settles a part of the hold; a larger one needs a new hold. */
function reserveForPayout(draft: DecisionDraft, amount: bigint): undefined {
  const reserveHold = openHolds(draft.entries).find((entry) => entry.id === draft.order.reserveHoldId);
  if (reserveHold !== undefined && reserveHold.amount < amount) releaseReserve(draft);
  if (draft.order.reserveHoldId === null) holdReserve(draft, amount);
  if (draft.order.reserveHoldId !== null) settle(draft, draft.order.reserveHoldId, amount);
  draft.order.reserveHoldId = null;
}

/** Queues the payout of the payout-side balance, or waits until its account may be used. */
export function payOut(draft: DecisionDraft): undefined {
  if (isAccountNew(draft)) return waitForAccount(draft);
  moveTo(draft, "processing");
  leaveHold(draft);
  draft.order.restingStatus = null;
  addTask(draft, { job: "payout" });
}

/** Money of the owner's wallet goes to an account that is new to the owner, and its time has not passed yet. */
export function isAccountNew({ order, facts }: DecisionDraft): boolean {
  return !order.payoutToWallet && order.payoutUsableAt !== null && order.payoutUsableAt > facts.now;
}

/** The owner can have the money back meanwhile. */
export function waitForAccount(draft: DecisionDraft): undefined {
  draft.order.restingStatus = null;
  putOnHold(draft, "new_payout_account");
  draft.order.holdDeadline = draft.order.payoutUsableAt;
}

/** The payout rail has enough money for this payout and its network fee. */
export function isPayable(draft: DecisionDraft): boolean {
  const { toAsset: asset } = draft.order;
  const rail = payingRailOf(draft, asset);
  const amount = toBalance(draft);
  const cash = draft.facts.cash[accounts.rail(rail, asset)] ?? 0n;
  return amount <= cash && hasGas(draft, { rail, asset, amount });
}

/**
 * A customer cannot pay an invoice before a person has sent it: the grace time, in which the rate applies while the market has hardly
 * moved, is longer by as much, at most as long as the order is open. See docs/decisions/217.
 */
export function extendGrace({ order }: DecisionDraft, seconds: number): undefined {
  if (order.graceUntil === null || order.expiresAt === null) return;
  const extended = order.graceUntil.getTime() + seconds * 1000;
  order.graceUntil = new Date(Math.max(order.graceUntil.getTime(), Math.min(extended, order.expiresAt.getTime())));
}

/** Starts the payment window now. An invoice stays open longer than its rate is locked. */
export function openWindow(draft: DecisionDraft, seconds: number, rateSeconds: number): undefined {
  draft.order.expiresAt = later(draft, seconds);
  draft.order.rateLockedUntil = later(draft, rateSeconds);
  draft.order.graceUntil = later(draft, rateSeconds + draft.facts.policy.graceSeconds);
}
