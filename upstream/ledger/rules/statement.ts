import { accounts, type TransferCode } from "./booking.ts";
import { balanceOf, type OrderEntry } from "./order-ledger.ts";

/** The sum of one kind of posting on a customer's account; minor units, never zero. */
type StatementLine = { code: TransferCode; direction: "in" | "out"; amount: bigint };
export type Statement = { asset: string; lines: StatementLine[]; balance: bigint };

/**
 * The customer's money in an order by asset: both sides of the order, and payments in a wrong asset. Open holds are no
 * postings and not included.
 */
export function statements(entries: readonly OrderEntry[], ref: string): Statement[] {
  const posted = entries.filter(({ kind }) => kind === "posted" || kind === "post");
  const assets = [...new Set(posted.map(({ asset }) => asset))];
  return assets.flatMap((asset) => {
    const orderAccounts = [accounts.order(ref, asset), accounts.orderWrong(ref, asset)];
    const lines = [...new Set(posted.map(({ code }) => code))].flatMap((code) => linesOf(posted, orderAccounts, code));
    if (lines.length === 0) return [];
    return [{ asset, lines, balance: orderAccounts.reduce((sum, account) => sum + balanceOf(entries, account), 0n) }];
  });
}

/** Net amount per kind: an exchange that was undone shows no line. */
function linesOf(posted: OrderEntry[], orderAccounts: string[], code: TransferCode): StatementLine[] {
  const entries = posted.filter((entry) => entry.code === code);
  const amount = orderAccounts.reduce((sum, account) => sum + balanceOf(entries, account), 0n);
  if (amount === 0n) return [];
  return [amount > 0n ? { code, direction: "in", amount } : { code, direction: "out", amount: -amount }];
}

/** Amounts moved to the unclaimed account and still there; minor units above zero. */
export function keptAside(entries: readonly OrderEntry[], ref: string): { asset: string; amount: bigint }[] {
  return statements(entries, ref).flatMap(({ asset, lines }) => {
    const setAside = lines.find(({ code, direction }) => code === "adjustment" && direction === "out");
    return setAside ? [{ asset, amount: setAside.amount }] : [];
  });
}

/** Amount that payers and rails have reversed (lost disputes, reversals), no matter who bears it. */
export function reversedOf(entries: readonly OrderEntry[], asset: string): bigint {
  const reversals = entries.filter(({ kind, code, debit, credit, asset: of }) => {
    const isToRail = credit.startsWith("assets:") && !debit.startsWith("assets:");
    return kind === "posted" && code === "dispute" && of === asset && isToRail;
  });
  return reversals.reduce((sum, { amount }) => sum + amount, 0n);
}
