import { accounts, type TransferCode } from "../../../ledger/rules/booking.ts";
import type { OrderState, WalletFacts } from "../order-facts.ts";
import { available, type ReferenceLedger } from "./reference-ledger.ts";

type Owned = { order: OrderState; ledger: ReferenceLedger; owed: bigint; owedOfCashback: bigint };

/** What the rules are told of the owner's wallets; null for a guest's order. */
export function walletFactsOf({ order, ledger, owed, owedOfCashback }: Owned): WalletFacts | null {
  if (order.ownerId === null) return null;
  const { fromAsset, toAsset, ownerId } = order;
  const here = (asset: string) => available(ledger, accounts.member(ownerId, asset));
  const taken = (as: TransferCode) =>
    ledger.transfers
      .filter(({ code, debit, orderRef }) => code === as && orderRef === order.ref && debit.startsWith("member:"))
      .reduce((sum, { amount }) => sum + amount, 0n);
  const takenBack = owed + taken("dispute");
  return { from: here(fromAsset), to: here(toAsset), takenBack, cashbackTakenBack: owedOfCashback + taken("promo") };
}
