import { accounts } from "../../../ledger/rules/booking.ts";
import { convertedOf, type OrderEntry } from "../../../ledger/rules/order-ledger.ts";
import { cashbackOf } from "../../../market/rules/cashback.ts";
import { storedCosts } from "../../../market/rules/costs.ts";
import { assetOf, type DecisionBuilder, forced } from "../decision-builder.ts";
import { lossOf } from "./dispute/loss.ts";
import { ownWallet, settleTime, takeFromWallet } from "./wallet-payout.ts";

/**
 * Credits the cashback of an order's promo code to its owner's wallet when the order is first completed, and takes back
 * the part that belongs to what was refunded or charged back since: from the wallet as far as it reaches, the rest is the
 * member's debt. Nothing is credited where the owner has closed the account.
 */
export function settleCashback(decision: DecisionBuilder): undefined {
  const { order, entries, facts } = decision;
  const { fromAsset, toAsset } = order;
  const pair = { from: assetOf(decision, fromAsset), to: assetOf(decision, toAsset) };
  const cashback = cashbackOf({ ...order, costs: storedCosts(order.costTerms) }, pair);
  if (cashback === null) return;
  const side = cashback.asset === toAsset ? "to" : "from";
  const wallet = ownWallet(decision, side);
  if (wallet === null || facts.wallet === null) return;
  const { asset } = cashback;
  const earned = keptOf(decision, cashback.amount);
  const id = `${order.ref}:cashback`;
  const credited = entries.find((entry) => entry.id === id || entry.id === `${id}:shortfall`);
  if (credited === undefined) {
    if (order.status === "completed" && earned > 0n) credit(decision, { id, to: wallet.credit, asset, amount: earned });
    return;
  }
  const due = sumOf(entries, wallet.credit) - earned - facts.wallet.cashbackTakenBack;
  if (due <= 0n) return;
  const here = (facts.wallet[side] ?? 0n) - takenNow(decision, asset);
  takeFromWallet(decision, { transferId: id, asset, due, here, purpose: "cashback-taken-back", code: "promo" });
}

type Credit = { id: string; to: string; asset: string; amount: bigint };

/** Forced: the exchange is done and the cashback was promised, so no low reserve may keep the order from completing. */
function credit(decision: DecisionBuilder, { id, to, asset, amount }: Credit): undefined {
  forced(decision, id, { debit: accounts.reserve(asset), credit: to, asset, amount, code: "promo" });
  decision.credited.push({ transferId: id, asset, amount, settlesAt: settleTime(decision) });
}

/** The part of the cashback that belongs to the exchange as it stands: less what was undone or lost of the payment. */
function keptOf(decision: DecisionBuilder, amount: bigint): bigint {
  const { ref, fromAsset, fromAmount } = decision.order;
  const netConverted = convertedOf(decision.entries, ref, fromAsset) - lossOf(decision, fromAsset);
  if (netConverted <= 0n || fromAmount <= 0n) return 0n;
  return netConverted >= fromAmount ? amount : (amount * netConverted) / fromAmount;
}

/** Everything the order has credited to this wallet as cashback. */
function sumOf(entries: readonly OrderEntry[], wallet: string): bigint {
  const credits = entries.filter(({ code, credit: to }) => code === "promo" && to === wallet);
  return credits.reduce((sum, { amount }) => sum + amount, 0n);
}

const takenNow = ({ takenBack }: DecisionBuilder, asset: string) =>
  takenBack.filter((portion) => portion.asset === asset).reduce((sum, { taken }) => sum + taken, 0n);
