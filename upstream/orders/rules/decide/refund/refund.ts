import { accounts, walletRail } from "../../../../ledger/rules/booking.ts";
import { allottedOf, convertedOf } from "../../../../ledger/rules/order-ledger.ts";
import { isAllFinal } from "../../condition.ts";
import {
  addTask,
  assetOf,
  customerAccount,
  type DecisionBuilder,
  fromAccount,
  moveTo,
  payingRailOf,
  post,
  reserveOf,
  toAccount,
  toBalance,
} from "../../decision-builder.ts";
import type { OutgoingFact, PaymentFact } from "../../order-facts.ts";
import { releaseReserve } from "../exchange.ts";
import { finish, holdForReview, isContradicted } from "../finish.ts";
import { balanceIn, isRefundOnly, wrongAssets } from "../order-predicates.ts";
import { leaveHold, putOnHold, waitFor } from "../wait.ts";
import { ownWallet } from "../wallet-payout.ts";

/** Starts the refund of all the customer's money. From here on only a refund is possible. */
export function toRefund(decision: DecisionBuilder): undefined {
  if (decision.order.disputeFlag !== null) return putOnHold(decision, "dispute");
  if (isContradicted(decision)) return holdForReview(decision);
  releaseReserve(decision);
  leaveHold(decision);
  moveTo(decision, "refund_pending");
  // A returned payout undoes the completed status.
  const isUndone = decision.order.restingStatus === "completed" && toBalance(decision) > 0n;
  if (isUndone || !isRefundOnly(decision)) decision.order.restingStatus = "refunded";
  if (toBalance(decision) > 0n && !releaseExchange(decision)) {
    return waitFor(decision, "reserve_low", decision.facts.policy.reminderSeconds);
  }
  awaitRefund(decision);
}

/** A refund needs final payments and a destination. Amounts below the published fee are not refunded. */
export function awaitRefund(decision: DecisionBuilder): undefined {
  if (isContradicted(decision)) return holdForReview(decision);
  moveTo(decision, "refund_pending");
  if (!isAllFinal(decision)) return leaveHold(decision);
  takeDust(decision);
  const [leg] = refundLegs(decision);
  if (!leg) return finish(decision);
  if (leg.account === null) {
    return waitFor(decision, "refund_address_missing", (decision.facts.policy.refundReminderDays[0] ?? 1) * daySeconds);
  }
  leaveHold(decision);
  addTask(decision, { job: "refund" });
}

export const daySeconds = 86_400;

/** Reverses the exchange in proportion to the unsent part of the payout; false while the reserve is too low. */
function releaseExchange(decision: DecisionBuilder): boolean {
  const { ref, fromAsset, toAsset } = decision.order;
  const here = toBalance(decision);
  const amount = (convertedOf(decision.entries, ref, fromAsset) * here) / allottedOf(decision.entries, ref, toAsset);
  if (amount > reserveOf(decision, fromAsset).available) return false;
  post(decision, "unpay", {
    debit: toAccount(decision),
    credit: accounts.reserve(toAsset),
    asset: toAsset,
    amount: here,
    code: "payout_hold",
  });
  post(decision, "unconvert", {
    debit: accounts.reserve(fromAsset),
    credit: fromAccount(decision),
    asset: fromAsset,
    amount,
    code: "conversion",
  });
  return true;
}

/** One transfer to the customer, or a movement into the owner's wallet, by the rail of wallets: `amount` before the fee; `account` is null while the destination is unknown. */
export type RefundLeg = {
  asset: string;
  amount: bigint;
  fee: bigint;
  rail: string;
  account: string | null;
  memo: string | null;
};

/** What to refund: crypto in one transfer to the refund address, e-wallet payments each to its paying transaction. */
export function refundLegs(decision: DecisionBuilder): RefundLeg[] {
  return [decision.order.fromAsset, ...wrongAssets(decision)].flatMap((asset) => {
    const amount = balanceIn(decision, asset);
    if (amount === 0n) return [];
    if (assetOf(decision, asset).kind === "ewallet") return legsByPayment(decision, asset, amount);
    return [legToWallet(decision, asset) ?? legToAddress(decision, asset)];
  });
}

/** Money that came from the owner's wallet goes back there, and so does other money where the owner has chosen it. */
function legToWallet(decision: DecisionBuilder, asset: string): RefundLeg | null {
  const { payinMethod, refundToWallet, fromAsset } = decision.order;
  const wallet = payinMethod === "balance" || refundToWallet ? ownWallet(decision, "from") : null;
  if (wallet === null || asset !== fromAsset) return null;
  return { asset, amount: balanceIn(decision, asset), fee: 0n, rail: walletRail, account: wallet.account, memo: null };
}

function legToAddress(decision: DecisionBuilder, assetId: string): RefundLeg {
  const { order } = decision;
  const asset = assetOf(decision, assetId);
  const isSameNetwork = asset.network === assetOf(decision, order.fromAsset).network;
  const destination = isSameNetwork
    ? { account: order.refundAccount, memo: order.refundMemo }
    : { account: order.wrongRefundAccount, memo: null };
  return {
    asset: assetId,
    amount: balanceIn(decision, assetId),
    fee: asset.refundFee,
    rail: payingRailOf(decision, assetId),
    ...destination,
  };
}

/** Newest payment first, because it brought the surplus. Each gets back at most its own amount. */
function legsByPayment(decision: DecisionBuilder, assetId: string, amount: bigint): RefundLeg[] {
  const { refundFee } = assetOf(decision, assetId);
  const legs: RefundLeg[] = [];
  let left = amount;
  const payments = decision.payments.filter(({ asset, status }) => asset === assetId && status === "final").reverse();
  for (const payment of payments) {
    const open = payment.amount - returnedTo(decision.outgoing, payment);
    const part = open < left ? open : left;
    if (part <= 0n) continue;
    legs.push(legTo(payment, part, refundFee));
    left -= part;
  }
  // A refund made at the rail may have used another payment's money: the newest payment takes the rest.
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

/** At or below the published fee nothing would be left to send. */
function takeDust(decision: DecisionBuilder): undefined {
  const dust = refundLegs(decision).filter(({ amount, fee }) => amount <= fee);
  dust.forEach(({ asset, amount }, index) => {
    post(decision, `dust-${index + 1}`, {
      debit: customerAccount(decision, asset),
      credit: accounts.reserve(asset),
      asset,
      amount,
      code: "refund_fee",
    });
  });
}
