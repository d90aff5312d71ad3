import { accounts, type TransferCode } from "./booking.ts";

/** One transfer of an order as stored in the ledger. */
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

/** Balance of a credit account of the order, holds not counted. */
export function balanceOf(entries: readonly OrderEntry[], account: string): bigint {
  return (
    postedSum(entries, (entry) => entry.credit === account) - postedSum(entries, (entry) => entry.debit === account)
  );
}

/** The same balance less open holds. */
export function availableAt(entries: readonly OrderEntry[], account: string): bigint {
  const pending = openHolds(entries).filter((entry) => entry.debit === account);
  return balanceOf(entries, account) - total(pending);
}

/** Holds that are neither settled nor voided. */
export function openHolds(entries: readonly OrderEntry[]): OrderEntry[] {
  const ended = new Set(entries.map((entry) => entry.pendingId));
  return entries.filter((entry) => entry.kind === "pending" && !ended.has(entry.id));
}

/** Amount of the customer's money that is exchanged and not reversed, in the pay-in asset. */
export function convertedOf(entries: readonly OrderEntry[], ref: string, fromAsset: string): bigint {
  const account = accounts.order(ref, fromAsset);
  const conversions = entries.filter((entry) => entry.code === "conversion");
  return -balanceOf(conversions, account);
}

/** Amount the reserve has moved to the payout side and not taken back. */
export function allottedOf(entries: readonly OrderEntry[], ref: string, toAsset: string): bigint {
  const account = accounts.order(ref, toAsset);
  const allotments = entries.filter((entry) => entry.code === "payout_hold");
  return balanceOf(allotments, account);
}

/** The transfer that booked a payment when it was final last; undefined where it never was. */
export function arrivalOf(
  entries: readonly OrderEntry[],
  { rail, railPaymentId }: { rail: string; railPaymentId: string },
): string | undefined {
  const name = `payin:${rail}:${railPaymentId}`;
  const isItsOwn = ({ id, code }: OrderEntry) => code === "payin" && (id === name || id.startsWith(`${name}:again-`));
  return entries.findLast(isItsOwn)?.id;
}

const postedSum = (entries: readonly OrderEntry[], matches: (entry: OrderEntry) => boolean) =>
  total(entries.filter((entry) => (entry.kind === "posted" || entry.kind === "post") && matches(entry)));

const total = (entries: readonly OrderEntry[]) => entries.reduce((sum, entry) => sum + entry.amount, 0n);
