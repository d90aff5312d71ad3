import { accounts, walletRail } from "../../../../ledger/rules/booking.ts";
import { allottedOf, convertedOf } from "../../../../ledger/rules/order-ledger.ts";
import { isAllFinal } from "../../condition.ts";
import {
  addTask,
  assetOf,
  customerAccount,
  type DecisionDraft,
  fromAccount,
  moveTo,
  payingRailOf,
  post,
  reserveOf,
  toAccount,
  toBalance,
} from "../../decision-draft.ts";
import type { OutgoingFact, PaymentFact } from "../../order-facts.ts";
import { releaseReserve } from "../exchange.ts";
import { finish, holdForReview, isContradicted } from "../finish.ts";
import { balanceIn, isRefundOnly, wrongAssets } from "../order-predicates.ts";
import { leaveHold, putOnHold, waitFor } from "../wait.ts";
import { ownWallet } from "../wallet-payout.ts";

/** Starts the refund of all the customer's money. From here on only a refund is possible. */
export function toRefund(draft: DecisionDraft): undefined {
  if (draft.order.disputeFlag !== null) return putOnHold(draft, "dispute");
  if (isContradicted(draft)) return holdForReview(draft);
  releaseReserve(draft);
  leaveHold(draft);
  moveTo(draft, "refund_pending");
  // A returned payout undoes the completed status.
  const isUndone = draft.order.restingStatus === "completed" && toBalance(draft) > 0n;
  if (isUndone || !isRefundOnly(draft)) draft.order.restingStatus = "refunded";
  if (toBalance(draft) > 0n && !releaseExchange(draft)) {
    return waitFor(draft, "reserve_low", draft.facts.policy.reminderSeconds);
  }
  awaitRefund(draft);
}

/** A refund needs final payments and a destination. Amounts below the published fee are not refunded. */
export function awaitRefund(draft: DecisionDraft): undefined {
  if (isContradicted(draft)) return holdForReview(draft);
  moveTo(draft, "refund_pending");
  if (!isAllFinal(draft)) return leaveHold(draft);
  takeDust(draft);
  const [leg] = refundLegs(draft);
  if (!leg) return finish(draft);
  if (leg.account === null) {
    return waitFor(draft, "refund_address_missing", (draft.facts.policy.refundReminderDays[0] ?? 1) * daySeconds);
  }
  leaveHold(draft);
  addTask(draft, { job: "refund" });
}

export const daySeconds = 86_400;

/** Reverses the exchange in proportion to the unsent part of the payout; false while the reserve is too low. */
function releaseExchange(draft: DecisionDraft): boolean {
  const { ref, fromAsset, toAsset } = draft.order;
  const here = toBalance(draft);
  const amount = (convertedOf(draft.entries, ref, fromAsset) * here) / allottedOf(draft.entries, ref, toAsset);
  if (amount > reserveOf(draft, fromAsset).available) return false;
  post(draft, "unpay", {
    debit: toAccount(draft),
    credit: accounts.reserve(toAsset),
    asset: toAsset,
    amount: here,
    code: "payout_hold",
  });
  post(draft, "unconvert", {
    debit: accounts.reserve(fromAsset),
    credit: fromAccount(draft),
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
export function refundLegs(draft: DecisionDraft): RefundLeg[] {
  return [draft.order.fromAsset, ...wrongAssets(draft)].flatMap((asset) => {
    const amount = balanceIn(draft, asset);
    if (amount === 0n) return [];
    if (assetOf(draft, asset).kind === "ewallet") return legsByPayment(draft, asset, amount);
    return [legToWallet(draft, asset) ?? legToAddress(draft, asset)];
  });
}

/** Money that came from the owner's wallet goes back there, and so does other money where the owner has chosen it. */
function legToWallet(draft: DecisionDraft, asset: string): RefundLeg | null {
  const { payinMethod, refundToWallet, fromAsset } = draft.order;
  const wallet = payinMethod === "balance" || refundToWallet ? ownWallet(draft, "from") : null;
  if (wallet === null || asset !== fromAsset) return null;
  return { asset, amount: balanceIn(draft, asset), fee: 0n, rail: walletRail, account: wallet.account, memo: null };
}

function legToAddress(draft: DecisionDraft, assetId: string): RefundLeg {
  const { order } = draft;
  const asset = assetOf(draft, assetId);
  const isSameNetwork = asset.network === assetOf(draft, order.fromAsset).network;
  const destination = isSameNetwork
    ? { account: order.refundAccount, memo: order.refundMemo }
    : { account: order.wrongRefundAccount, memo: null };
  return {
    asset: assetId,
    amount: balanceIn(draft, assetId),
    fee: asset.refundFee,
    rail: payingRailOf(draft, assetId),
    ...destination,
  };
}

/** Newest payment first, because it brought the surplus. Each gets back at most its own amount. */
function legsByPayment(draft: DecisionDraft, assetId: string, amount: bigint): RefundLeg[] {
  const { refundFee } = assetOf(draft, assetId);
  const legs: RefundLeg[] = [];
  let left = amount;
  const payments = draft.payments.filter(({ asset, status }) => asset === assetId && status === "final").reverse();
  for (const payment of payments) {
    const open = payment.amount - returnedTo(draft.outgoing, payment);
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
function takeDust(draft: DecisionDraft): undefined {
  const dust = refundLegs(draft).filter(({ amount, fee }) => amount <= fee);
  dust.forEach(({ asset, amount }, index) => {
    post(draft, `dust-${index + 1}`, {
      debit: customerAccount(draft, asset),
      credit: accounts.reserve(asset),
      asset,
      amount,
      code: "refund_fee",
    });
  });
}
