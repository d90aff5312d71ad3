import { expect, test } from "vitest";
import { caseArgument } from "./commands/disputes.ts";
import { readEntry } from "./entry-faults.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const typed = { tx: "1AB23456CD789012E", amount: "5.00", fee: "0.35", at: now, account: "anna@example.com" };
const expected = {
  ...{ amount: 500n, account: "Anna@example.com", ownAccounts: ["shop@kursa.example"] },
  ...{ since: now, now, usedBy: null },
};
const read = (other: Partial<typeof typed>) => readEntry({ ...typed, ...other }, expected);

test.each([
  ["small letters", { tx: "1ab23456cd789012e" }],
  ["spaces and invisible characters around it", { tx: " \u202a1AB23456CD789012E\u200b\u202c " }],
  ["an invisible character in it", { tx: "1AB23456\u00adCD789012E" }],
  ["an amount with invisible characters", { amount: "\u200e5.00\u200b", fee: "0.35\u200b" }],
  ["an account in other letters", { account: "ANNA@Example.com\u200b" }],
])("what was copied is one entry: %s", (_, other) => {
  expect(read(other)).toMatchObject({ tx: "1AB23456CD789012E", amount: 500n, fee: 35n, account: "anna@example.com" });
});

test.each([
  ["full-width digits", { tx: "\uff11AB23456CD789012E" }, "tx"],
  ["a Cyrillic letter", { tx: "1\u0410B23456CD789012E" }, "tx"],
  ["a letter whose capital is two others", { tx: "1AB23456CD78901\u00df" }, "tx"],
  ["a letter whose capital is a Latin one", { tx: "\u01311B23456CD789012E" }, "tx"],
  ["a comma between thousands", { amount: "1,000.00" }, "amount"],
  ["a decimal comma", { amount: "1.000,00" }, "amount"],
  ["an exponent", { amount: "1e3" }, "amount"],
  ["a plus sign", { amount: "+5.00" }, "amount"],
  ["a full-width amount", { amount: "\uff15.00" }, "amount"],
  ["a currency", { amount: "5.00 USD" }, "amount"],
  ["three decimals", { amount: "5.000" }, "amount"],
  ["a negative fee", { fee: "-0.35" }, "fee"],
  ["a fee that is larger than the amount", { fee: "6.00" }, "fee"],
  ["a tag of another mailbox", { account: "anna+1@example.com" }, "account"],
  ["our own account", { account: "Shop@Kursa.example" }, "account"],
])("refuses %s", (_, other, field) => {
  expect(read(other)).toEqual({ faults: [expect.stringMatching(`^${field}: `)] });
});

test.each([
  [" pp-r-abc-123\u200b", "PP-R-ABC-123"],
  ["PP-R-\u0131BC-123", undefined],
])("reads the number of a case: %s", (text, number) => {
  expect(caseArgument.safeParse(text).data).toBe(number);
});
