import { formatDecimal } from "../../../contract/values/decimal.ts";

/** A line of PayPal's activity as a test has it. Minor units: `gross` below zero for what was sent, `fee` for what PayPal kept. */
export type TestLine = {
  tx: string;
  at: Date;
  gross: bigint;
  fee: bigint;
  account: string;
  type: string;
  status: string;
  currency: string;
  reference: string;
};

const columns = [
  ...["Date", "Time", "TimeZone", "Name", "Type", "Status", "Currency", "Gross", "Fee", "Net"],
  ...["From Email Address", "To Email Address", "Transaction ID", "Reference Txn ID", "Balance", "Balance Impact"],
];
const moved = ["Completed", "Unclaimed", "Refunded", "Reversed"];

/** PayPal's CSV of these lines, with the balance after each. `opening`: in minor units of USD. */
export function activityCsv(lines: readonly TestLine[], opening: bigint): string {
  const balances = new Map([["USD", opening]]);
  const sorted = [...lines].sort((a, b) => a.at.getTime() - b.at.getTime());
  const rows = sorted.map((line) => {
    const before = balances.get(line.currency) ?? 0n;
    const balance = moved.includes(line.status) ? before + line.gross + line.fee : before;
    balances.set(line.currency, balance);
    return rowOf(line, balance);
  });
  return [columns.map(cell), ...rows].map((cells) => cells.join(",")).join("\r\n");
}

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
const money = (amount: bigint) => {
  const [whole = "", cents] = formatDecimal(amount < 0n ? -amount : amount, 2).split(".");
  return `${amount < 0n ? "-" : ""}${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${cents}`;
};

function rowOf(line: TestLine, balance: bigint): string[] {
  const { tx, at, gross, fee, account, type, status, currency, reference } = line;
  const [date = "", time = ""] = at.toISOString().split(/[T.]/);
  const [year, month, day] = date.split("-");
  const [from, to] = gross < 0n ? ["shop@kursa.example", account] : [account, "shop@kursa.example"];
  return [
    ...[`${day}/${month}/${year}`, time, "GMT", "Somebody", type, status, currency],
    ...[money(gross), money(fee), money(gross + fee), from ?? "", to ?? "", tx, reference, money(balance)],
    gross < 0n ? "Debit" : "Credit",
  ].map(cell);
}
