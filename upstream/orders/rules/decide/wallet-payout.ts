import { accounts, type TransferCode, walletRail } from "../../../ledger/rules/booking.ts";
import { convertedOf } from "../../../ledger/rules/order-ledger.ts";
import { ceilDiv } from "../../../market/rules/division.ts";
import { smaller } from "../../../shared/rules/smaller.ts";
import { assetOf, type DecisionBuilder, post } from "../decision-builder.ts";
import type { OutgoingFact } from "../order-facts.ts";
import { lossOf } from "./dispute/loss.ts";

/** Where money goes that an order sends into its owner's wallet; null while the owner has no wallet for the asset. */
export function ownWallet(
  { facts, order }: DecisionBuilder,
  side: "from" | "to",
): { account: string; credit: string } | null {
  const { wallet } = facts;
  if (order.ownerId === null || wallet === null || wallet[side] === null) return null;
  const asset = side === "from" ? order.fromAsset : order.toAsset;
  return { account: order.ownerId, credit: accounts.member(order.ownerId, asset) };
}

/** Notes what has come into the owner's wallet: it repays the member's debt first, and a payout may have to settle. */
export function arriveInWallet(decision: DecisionBuilder, movement: OutgoingFact): undefined {
  const { rail, asset, amount, kind, transferId } = movement;
  if (rail !== walletRail) return;
  const settlesAt = kind === "payout" ? settleTime(decision) : null;
  decision.credited.push({ transferId: `${transferId}:post`, asset, amount, settlesAt });
}

/** When what this order brings a wallet can no longer be taken back. */
export function settleTime(decision: DecisionBuilder): Date {
  const { now, policy } = decision.facts;
  const seconds = decision.order.settleSeconds ?? policy.settleSeconds;
  return new Date(now.getTime() + (canBeTakenBack(decision) ? seconds * 1000 : 0));
}

/** E-wallet payments can be disputed or reversed weeks after they are final. */
const canBeTakenBack = (decision: DecisionBuilder) =>
  decision.payments.some(({ asset, status }) => status === "final" && assetOf(decision, asset).kind === "ewallet");

/**
 * The order's payment was taken back after its payout went into the owner's wallet: the wallet gives back the same part of
 * the payout, rounded up as every price is in favour of the reserve, as far as it reaches, money on its way out left aside, and the member owes the rest.
 */
export function takeBackPayout(decision: DecisionBuilder): undefined {
  const { facts, order, entries, outgoing } = decision;
  const wallet = ownWallet(decision, "to");
  const paid = outgoing.find(({ kind, rail, status }) => kind === "payout" && rail === walletRail && status === "sent");
  if (wallet === null || facts.wallet === null || paid === undefined) return;
  const converted = convertedOf(entries, order.ref, order.fromAsset);
  const lost = smaller(lossOf(decision, order.fromAsset), converted);
  if (lost <= 0n) return;
  const due = ceilDiv(paid.amount * lost, converted) - facts.wallet.takenBack;
  if (due <= 0n) return;
  const credit = { transferId: `${paid.transferId}:post`, asset: order.toAsset };
  takeFromWallet(decision, { ...credit, due, here: facts.wallet.to ?? 0n, purpose: "taken-back", code: "dispute" });
}

type Claim = { transferId: string; asset: string; due: bigint; here: bigint; purpose: string; code: TransferCode };

/** Takes `due` from what the owner's wallet has (`here`), and notes the rest as owed. */
export function takeFromWallet(
  decision: DecisionBuilder,
  { transferId, asset, due, here, purpose, code }: Claim,
): undefined {
  const taken = smaller(due, here);
  const debit = accounts.member(decision.order.ownerId ?? "", asset);
  post(decision, purpose, { debit, credit: accounts.reserve(asset), asset, amount: taken, code });
  decision.takenBack.push({ transferId, asset, taken, owed: due - taken });
}
