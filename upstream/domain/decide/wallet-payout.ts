import { assetOf, type DecisionDraft, post } from "../decision-draft.ts";
import { accounts, walletRail } from "../ledger/booking.ts";
import { convertedOf } from "../ledger/order-ledger.ts";
import type { OutgoingFact } from "../order-facts.ts";
import { lossOf } from "./dispute/loss.ts";

/** Where money goes that an order sends into its owner's wallet; null while the owner has no wallet for the asset. */
export function ownWallet(
  { facts, order }: DecisionDraft,
  side: "from" | "to",
): { account: string; credit: string } | null {
  const { wallet } = facts;
  if (order.ownerId === null || wallet === null || wallet[side] === null) return null;
  const asset = side === "from" ? order.fromAsset : order.toAsset;
  return { account: order.ownerId, credit: accounts.member(order.ownerId, asset) };
}

/** Notes what has come into the owner's wallet: it repays the member's debt first, and a payout may have to settle. */
export function arriveInWallet(draft: DecisionDraft, movement: OutgoingFact): undefined {
  const { rail, asset, amount, kind, transferId } = movement;
  if (rail !== walletRail) return;
  const { now, policy } = draft.facts;
  const settlesAt = new Date(now.getTime() + (canBeTakenBack(draft) ? policy.settleSeconds * 1000 : 0));
  draft.credited = { transferId: `${transferId}:post`, asset, amount, settlesAt: kind === "payout" ? settlesAt : null };
}

/** E-wallet payments can be disputed or reversed weeks after they are final. */
const canBeTakenBack = (draft: DecisionDraft) =>
  draft.payments.some(({ asset, status }) => status === "final" && assetOf(draft, asset).kind === "ewallet");

/**
 * The order's payment was taken back after its payout went into the owner's wallet: the wallet gives back the same part of
 * the payout as far as it reaches, money on its way out left aside, and the member owes the rest.
 */
export function takeBackPayout(draft: DecisionDraft): undefined {
  const { facts, order, entries, outgoing } = draft;
  const wallet = ownWallet(draft, "to");
  const paid = outgoing.find(({ kind, rail, status }) => kind === "payout" && rail === walletRail && status === "sent");
  if (wallet === null || facts.wallet === null || paid === undefined) return;
  const converted = convertedOf(entries, order.ref, order.fromAsset);
  const lost = smaller(lossOf(draft, order.fromAsset), converted);
  if (lost <= 0n) return;
  const due = (paid.amount * lost) / converted - facts.wallet.takenBack;
  if (due <= 0n) return;
  const taken = smaller(due, facts.wallet.to ?? 0n);
  const { toAsset: asset } = order;
  post(draft, "taken-back", {
    debit: wallet.credit,
    credit: accounts.reserve(asset),
    asset,
    amount: taken,
    code: "dispute",
  });
  draft.takenBack = { asset, taken, owed: due - taken };
}

const smaller = (one: bigint, other: bigint) => (one < other ? one : other);
