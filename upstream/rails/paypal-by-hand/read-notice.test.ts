import { describe, expect, test } from "vitest";
import { readNotice } from "./read-notice.ts";

const tx = "1AB23456CD789012E";
const read = (subject: string, ...lines: string[]) =>
  readNotice({ subject, text: lines.join("\n") }, ["shop@kursa.example"]);
const rows = [`Transaction ID: ${tx}`, "Amount: $100.00 USD"];
const nothing = { account: null, date: null, original: null, caseId: null, answerBy: null };

describe("a notice of PayPal is read by its labelled rows", () => {
  test.each([
    ["You've received a payment", rows, { kind: "received" }],
    [
      "Anna paid your invoice",
      [...rows, "Buyer: Anna (Anna@Example.com)"],
      { kind: "received", account: "anna@example.com" },
    ],
    ["You sent a payment", [...rows, "To", "anna@example.com"], { kind: "sent", account: "anna@example.com" }],
    [
      "Payment received",
      [...rows, "From: anna@example.com", "To: shop@kursa.example"],
      { kind: "received", account: "anna@example.com" },
    ],
    [
      "Refund issued",
      [...rows, "Original transaction ID: 2AB23456CD789012E"],
      { kind: "refund", original: "2AB23456CD789012E" },
    ],
    [
      "A buyer opened a case about a payment you received",
      [...rows, "Case ID: PP-R-ABC-1", "Respond by: Dec 8, 2026"],
      { kind: "dispute", caseId: "PP-R-ABC-1", answerBy: "Dec 8, 2026" },
    ],
  ])("in English: %s", (subject, lines, expected) => {
    expect(read(subject, ...lines)).toEqual({ ...nothing, tx, amount: 10_000n, currency: "USD", ...expected });
  });

  test.each([
    ["Вы получили платёж", { kind: "received" }],
    ["Ваш счёт оплачен", { kind: "received" }],
    ["Вы отправили платёж", { kind: "sent" }],
    ["Возврат платежа", { kind: "refund" }],
    ["Покупатель открыл спор о платеже", { kind: "dispute" }],
  ])("in Russian: %s", (subject, expected) => {
    const lines = [
      "Идентификатор транзакции:",
      tx.toLowerCase(),
      "Сумма: 1\u00a0234,56 USD",
      "Покупатель: anna@example.com",
      "Дата: 28 ноября 2026 г.",
    ];
    const date = "28 ноября 2026 г.";
    const facts = { tx, amount: 123_456n, currency: "USD", account: "anna@example.com", date };
    expect(read(subject, ...lines)).toEqual({ ...nothing, ...facts, ...expected });
  });

  test("the same row twice is one", () => {
    expect(read("You've received a payment", ...rows, ...rows, "Total: 100.00 USD")).toMatchObject({ amount: 10_000n });
  });
});

describe("refused by name is a notice", () => {
  test.each([
    ["about something else", "Your statement is ready", rows, "its subject says nothing"],
    ["without a transaction", "You've received a payment", ["Amount: 100.00 USD"], "no row Transaction ID"],
    [
      "with a transaction of another form",
      "You've received a payment",
      ["Transaction ID: 12", "Amount: 100.00 USD"],
      "no row Transaction ID",
    ],
    [
      "of several transactions",
      "You've received a payment",
      [...rows, "Transaction ID: 2AB23456CD789012E"],
      "several transactions",
    ],
    [
      "without a currency",
      "You've received a payment",
      [`Transaction ID: ${tx}`, "Amount: $100.00"],
      "no amount with the letters",
    ],
    [
      "with an amount that is none",
      "You've received a payment",
      [`Transaction ID: ${tx}`, "Amount: 1.0.0 USD"],
      "no amount with the letters",
    ],
    [
      "of nothing",
      "You've received a payment",
      [`Transaction ID: ${tx}`, "Amount: 0.00 USD"],
      "no amount with the letters",
    ],
    ["of several amounts", "You've received a payment", [...rows, "Total: 103.00 USD"], "several amounts"],
    [
      "of several accounts",
      "You've received a payment",
      [...rows, "From: anna@example.com", "Buyer: eve@example.com"],
      "several accounts",
    ],
  ])("%s", (_, subject, lines, sentence) => {
    expect(read(subject, ...lines)).toContain(sentence);
  });
});
