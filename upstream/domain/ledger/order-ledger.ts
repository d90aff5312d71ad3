import { accounts, type TransferCode } from "./booking.ts";

/** One transfer of an order as the ledger holds it. */
export type OrderEntry = {
  id: string;
  kind: "posted" | "pending" | "post" | "void";
  debit: string;
  credit: string;
  asset: string;
  amount: bigint;
  code: TransferCode;
  pendingId: string | null;
};

/** What lies in a credit account of the order (its two sides, a wrong asset), promises aside. */
export function balanceOf(entries: readonly OrderEntry[], account: string): bigint {
  return moved(entries, (entry) => entry.credit === account) - moved(entries, (entry) => entry.debit === account);
}

/** The same, less what is promised away already. */
export function freeOf(entries: readonly OrderEntry[], account: string): bigint {
  const promised = openHolds(entries).filter((entry) => entry.debit === account);
  return balanceOf(entries, account) - total(promised);
}

/** Promises that nothing has ended yet. */
export function openHolds(entries: readonly OrderEntry[]): OrderEntry[] {
  const ended = new Set(entries.map((entry) => entry.pendingId));
  return entries.filter((entry) => entry.kind === "pending" && !ended.has(entry.id));
}

/** What has been exchanged of the customer's money and not been taken back, in the asset that came in. */
export function convertedOf(entries: readonly OrderEntry[], ref: string, fromAsset: string): bigint {
  const account = accounts.order(ref, fromAsset);
  const conversions = entries.filter((entry) => entry.code === "conversion");
  return -balanceOf(conversions, account);
}

/** What the reserve has put on the payout side and not taken back. */
export function allottedOf(entries: readonly OrderEntry[], ref: string, toAsset: string): bigint {
  const account = accounts.order(ref, toAsset);
  const allotments = entries.filter((entry) => entry.code === "payout_hold");
  return balanceOf(allotments, account);
}

const moved = (entries: readonly OrderEntry[], isMeant: (entry: OrderEntry) => boolean) =>
  total(entries.filter((entry) => (entry.kind === "posted" || entry.kind === "post") && isMeant(entry)));

const total = (entries: readonly OrderEntry[]) => entries.reduce((sum, entry) => sum + entry.amount, 0n);
