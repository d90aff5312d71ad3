import { expect, test } from "vitest";
import { readActivity, reportAmount } from "./activity.ts";
import { compareActivity } from "./compare-activity.ts";

test("amounts are read exactly, in both ways to write them", () => {
  const written = ["93.12", "-1,234.56", "-1.234,56", "1 234,56", "93", "12345678901234567890.12"];
  expect(written.map(reportAmount)).toEqual([9312n, -123456n, -123456n, 123456n, 9300n, 1234567890123456789012n]);
  for (const text of ["", "1.2", "1,2,3", "12.345.6", "93.123", "1e3", "--5", "NaN", "1".repeat(31)])
    expect(reportAmount(text)).toBeNull();
});

const header =
  '\uFEFF"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","From Email Address","To Email Address","Transaction ID","Balance Impact"';
const line = (tx: string, gross: string, fee: string, other = { status: "Completed", impact: "Debit" }) =>
  `"28/11/2026","12:05:00","GMT","Anna ""A"" Ivanova","Payment","${other.status}","USD","${gross}","${fee}","0","Shop@Kursa.example","anna@example.com","${tx}","${other.impact}"`;

test("a report is read without what is not completed or only noted", () => {
  const csv = [
    header,
    line("1ab23456CD789012E", "-93,12", "-0,35"),
    line("2AB23456CD789012E", "-5.00", "0.00", { status: "Pending", impact: "Debit" }),
    line("3AB23456CD789012E", "100.00", "0.00", { status: "Completed", impact: "Memo" }),
  ].join("\r\n");
  expect(readActivity(csv)).toEqual([
    {
      ...{ tx: "1AB23456CD789012E", type: "Payment", at: "28/11/2026 12:05:00 GMT", currency: "USD" },
      ...{ gross: -9312n, fee: 35n, from: "shop@kursa.example", to: "anna@example.com" },
    },
  ]);
  expect(readActivity("<html>not comparison</html>\nx")).toContain("report:");
  expect(readActivity(`${header}\n${line("1", "a lot", "0")}`)).toContain("line 2 has an amount");
  expect(readActivity(`${header}\n${line("1\u0000", "1.00", "0")}`)).toContain("not a CSV file in UTF-8");
});

test("each difference between report and entries is named, and nothing else", () => {
  const row = (tx: string, gross: bigint, fee = 0n) => {
    const sides = { from: "a@example.com", to: "a@example.com" };
    return { tx, type: "Payment", at: "", currency: "USD", gross, fee, ...sides };
  };
  const entry = (tx: string, amount: bigint, fee = 0n) => ({ task: 1, tx, amount, fee, currency: "USD" });
  const task = { number: 7, kind: "pay", amount: 500n, currency: "USD", account: "A@example.com" } as const;
  const same = entry("same", 100n, 5n);
  const other = entry("other", 100n);
  const missing = entry("missing", 100n);
  const rows = [row("same", -100n, 5n), row("other", -101n), row("new", -500n), row("again", -500n), row("in", 500n)];
  const comparison = compareActivity(rows, [same, other, missing], [same, other, missing], [task]);
  expect(comparison.differs.map(({ entry: { tx } }) => tx)).toEqual(["other"]);
  expect(comparison.notEntered.map(({ row: { tx }, task: of }) => [tx, of?.number])).toEqual([
    ["new", 7],
    ["again", undefined],
    ["in", undefined],
  ]);
  expect(comparison.notInReport).toEqual([missing]);
  expect(compareActivity(rows, [same], [], []).notInReport).toEqual([]);
});
