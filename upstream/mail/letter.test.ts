import { describe, expect, test } from "vitest";
import { type LetterFacts, writeLetter } from "./letter.ts";
import { type LetterKind, letterWords } from "./letter-words.ts";

const sender = { brand: "Kursa", support: "help@kursa.test" };
const usdt = { symbol: "USDT", networkLabel: "TRC20", decimals: 6, kind: "crypto" } as const;
const dollars = { symbol: "USD", networkLabel: null, decimals: 2, kind: "ewallet" } as const;
const link = "http://localhost:3000/En/order/7Q2MK9XW3T?t=AbC-123";

const facts: LetterFacts = {
  kind: "created",
  language: "en",
  ref: "7Q2MK9XW3T",
  link,
  sandbox: true,
  from: usdt,
  to: dollars,
  fromAmount: 1_500_250_000n,
  toAmount: 1_440_05n,
  received: 1_500_250_000n,
  sent: 1_440_05n,
  rate: "0.9650",
  payTo: { address: "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE", memo: null, invoiceUrl: null },
  payoutAccount: "anna@example.com",
  until: new Date("2026-11-21T09:35:00.000Z"),
  hold: { reason: "amount_mismatch", deadline: new Date("2026-11-22T09:35:00.000Z") },
  refund: { amount: 1_499_250_000n, asset: usdt, account: "TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC" },
  tx: "9f2c",
};
const kinds = Object.keys(letterWords.en.kinds).filter((kind): kind is LetterKind => kind in letterWords.en.kinds);

describe("a letter", () => {
  test("tells where to pay, how much, until when and at which rate", () => {
    const { subject, text } = writeLetter(facts, sender);
    expect(subject).toBe("Order 7Q2M-K9XW-3T: waiting for your payment");
    expect(text).toContain("You send: 1,500.25\u00a0USDT");
    expect(text).toContain("You receive: 1,440.05\u00a0USD");
    expect(text).toContain("Rate: 1\u00a0USDT = 0.965\u00a0USD");
    expect(text).toContain("Send to: TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE");
    expect(text).toContain("Network: TRC20");
    expect(text).toContain("Pay by: 21 November 2026 at 09:35 UTC");
    expect(text).toContain("help@kursa.test");
    expect(text).toContain("Test mode");
  });

  test("is Russian for a Russian order, figures included", () => {
    const { subject, text, html } = writeLetter({ ...facts, language: "ru", kind: "completed" }, sender);
    expect(subject).toBe("Заявка 7Q2M-K9XW-3T: отправлено 1\u00a0440,05\u00a0USD");
    expect(text).toContain("Мы отправили 1\u00a0440,05\u00a0USD на anna@example.com.");
    expect(html).toContain('<html lang="ru">');
  });

  test.each(kinds)("of kind %s has every word it needs and the order’s link, in both languages", (kind) => {
    for (const language of ["en", "ru"] as const) {
      const letter = writeLetter({ ...facts, kind, language }, sender);
      for (const part of [letter.subject, letter.text, letter.html.replace(/style="[^"]*"/g, "")]) {
        expect(part).not.toMatch(/[{}]|undefined|null/);
      }
      expect(letter.text).toContain(link);
      expect(letter.html).toContain(`href="${link}"`);
    }
  });

  test("carries what a customer typed as text, never as markup", () => {
    const payoutAccount = `"><script>alert(1)</script>'@example.com`;
    const { html, text } = writeLetter({ ...facts, payoutAccount }, sender);
    expect(html).not.toContain("<script>");
    expect(html).toContain("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;@example.com");
    expect(text).toContain(payoutAccount);
  });

  test("leaves out a figure that the order does not have", () => {
    expect(writeLetter({ ...facts, until: null, kind: "expired" }, sender).text).not.toContain("Pay by");
  });

  test("names an amount of eighteen decimals exactly", () => {
    const ether = { symbol: "ETH", networkLabel: null, decimals: 18, kind: "crypto" } as const;
    const { text } = writeLetter({ ...facts, from: ether, fromAmount: 123_456_789_012_345_678n }, sender);
    expect(text).toContain("You send: 0.123456789012345678\u00a0ETH");
  });
});

test("both languages have the same words", () => {
  const keys = (words: object, path = ""): string[] =>
    Object.entries(words).flatMap(([key, value]) =>
      typeof value === "object" ? keys(value, `${path}${key}.`) : [`${path}${key}`],
    );
  expect(keys(letterWords.ru)).toEqual(keys(letterWords.en));
});
