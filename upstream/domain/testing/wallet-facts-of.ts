import { accounts } from "../ledger/booking.ts";
import type { OrderState, WalletFacts } from "../order-facts.ts";
import { available, type ReferenceLedger } from "./reference-ledger.ts";

type Owned = { order: OrderState; ledger: ReferenceLedger; owed: bigint };

/** What the rules are told of the owner's wallets; null for a guest's order. */
export function walletFactsOf({ order, ledger, owed }: Owned): WalletFacts | null {
  if (order.ownerId === null) return null;
  const { fromAsset, toAsset, ownerId } = order;
  const here = (asset: string) => available(ledger, accounts.member(ownerId, asset));
  const taken = ledger.transfers.filter(
    ({ code, debit, orderRef }) => code === "dispute" && orderRef === order.ref && debit.startsWith("member:"),
  );
  const takenBack = taken.reduce((sum, { amount }) => sum + amount, owed);
  return { from: here(fromAsset), to: here(toAsset), takenBack };
}
