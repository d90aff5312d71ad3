import { isAllFinal } from "../condition.ts";
import {
  addTask,
  assetOf,
  customerAccount,
  type DecisionDraft,
  fromAccount,
  moveTo,
  post,
  reserveOf,
  toAccount,
  toBalance,
} from "../decision-draft.ts";
import { accounts } from "../ledger/booking.ts";
import { allottedOf, convertedOf } from "../ledger/order-ledger.ts";
import type { OutgoingFact, PaymentFact } from "../order-facts.ts";
import { releaseReserve } from "./exchange.ts";
import { rest } from "./finish.ts";
import { balanceIn, isRefundOnly, wrongAssets } from "./order-predicates.ts";
import { leaveHold, putOnHold, waitFor } from "./wait.ts";

/** Everything that is the customer's goes back. From here on nothing but a refund is possible. */
export function toRefund(turn: DecisionDraft): undefined {
  if (turn.order.disputeFlag !== null) return putOnHold(turn, "dispute");
  releaseReserve(turn);
  leaveHold(turn);
  moveTo(turn, "refund_pending");
  // Completed it is no longer, when what was paid out has come back.
  const isUndone = turn.order.restingStatus === "completed" && toBalance(turn) > 0n;
  if (isUndone || !isRefundOnly(turn)) turn.order.restingStatus = "refunded";
  if (toBalance(turn) > 0n && !takeBack(turn)) {
    return waitFor(turn, "reserve_low", turn.facts.policy.reminderSeconds);
  }
  awaitRefund(turn);
}

/** What the refund waits for: every payment final, and a place to send it to. Dust stays with us, as was said before. */
export function awaitRefund(turn: DecisionDraft): undefined {
  moveTo(turn, "refund_pending");
  if (!isAllFinal(turn)) return leaveHold(turn);
  takeDust(turn);
  const [leg] = refundLegs(turn);
  if (!leg) return rest(turn);
  if (leg.account === null) {
    return waitFor(turn, "refund_address_missing", (turn.facts.policy.refundReminderDays[0] ?? 1) * daySeconds);
  }
  leaveHold(turn);
  addTask(turn, { job: "refund" });
}

export const daySeconds = 86_400;

/** The exchange in reverse, in proportion to what is still here of the payout; false while the reserve cannot bear it. */
function takeBack(turn: DecisionDraft): boolean {
  const { ref, fromAsset, toAsset } = turn.order;
  const here = toBalance(turn);
  const amount = (convertedOf(turn.entries, ref, fromAsset) * here) / allottedOf(turn.entries, ref, toAsset);
  if (amount > reserveOf(turn, fromAsset).available) return false;
  post(turn, "unpay", {
    debit: toAccount(turn),
    credit: accounts.reserve(toAsset),
    asset: toAsset,
    amount: here,
    code: "payout_hold",
  });
  post(turn, "unconvert", {
    debit: accounts.reserve(fromAsset),
    credit: fromAccount(turn),
    asset: fromAsset,
    amount,
    code: "conversion",
  });
  return true;
}

/** One movement back to the customer: `amount` before the fee. `account` null: nobody knows where to. */
export type RefundLeg = {
  asset: string;
  amount: bigint;
  fee: bigint;
  rail: string;
  account: string | null;
  memo: string | null;
};

/** What goes back: crypto in one piece to the refund address, a wallet's payments each to the transaction that paid. */
export function refundLegs(turn: DecisionDraft): RefundLeg[] {
  return [turn.order.fromAsset, ...wrongAssets(turn)].flatMap((asset) => {
    const amount = balanceIn(turn, asset);
    if (amount === 0n) return [];
    return assetOf(turn, asset).kind === "ewallet" ? legsByPayment(turn, asset, amount) : [legToAddress(turn, asset)];
  });
}

function legToAddress(turn: DecisionDraft, assetId: string): RefundLeg {
  const { order } = turn;
  const asset = assetOf(turn, assetId);
  const isSameNetwork = asset.network === assetOf(turn, order.fromAsset).network;
  const place = isSameNetwork
    ? { account: order.refundAccount, memo: order.refundMemo }
    : { account: order.wrongRefundAccount, memo: null };
  return { asset: assetId, amount: balanceIn(turn, assetId), fee: asset.refundFee, rail: asset.payoutRail, ...place };
}

/** The newest payment first: a surplus came with it. Each takes back at most what it brought. */
function legsByPayment(turn: DecisionDraft, assetId: string, amount: bigint): RefundLeg[] {
  const { refundFee } = assetOf(turn, assetId);
  const legs: RefundLeg[] = [];
  let left = amount;
  const payments = turn.payments.filter(({ asset, status }) => asset === assetId && status === "final").reverse();
  for (const payment of payments) {
    const open = payment.amount - returnedTo(turn.outgoing, payment);
    const part = open < left ? open : left;
    if (part <= 0n) continue;
    legs.push(legTo(payment, part, refundFee));
    left -= part;
  }
  // What a refund at the rail took from one payment was another's money: the newest brings the rest home.
  const [newest] = legs;
  const [last] = payments;
  if (left > 0n && newest) newest.amount += left;
  else if (left > 0n && last) legs.push(legTo(last, left, refundFee));
  return legs;
}

function legTo({ asset, rail, railPaymentId }: PaymentFact, amount: bigint, fee: bigint): RefundLeg {
  return { asset, amount, fee, rail, account: railPaymentId, memo: null };
}

function returnedTo(outgoing: OutgoingFact[], payment: PaymentFact): bigint {
  const refunds = outgoing.filter(({ kind, account, status, rail }) => {
    return kind === "refund" && account === payment.railPaymentId && rail === payment.rail && status === "sent";
  });
  return refunds.reduce((sum, refund) => sum + refund.amount + refund.fee, 0n);
}

/** Not above the published fee: nothing would be left to send. */
function takeDust(turn: DecisionDraft): undefined {
  const dust = refundLegs(turn).filter(({ amount, fee }) => amount <= fee);
  dust.forEach(({ asset, amount }, index) => {
    post(turn, `dust-${index + 1}`, {
      debit: customerAccount(turn, asset),
      credit: accounts.reserve(asset),
      asset,
      amount,
      code: "refund_fee",
    });
  });
}
