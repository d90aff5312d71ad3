import { describe, expect, test } from "vitest";
import { exampleCompany } from "../../../contract/company/read-company.ts";
import { type EmailKind, emailTexts } from "../../mail/email-texts.ts";
import { type OrderEmailFacts, renderOrderEmail } from "./order-email.ts";
import { withoutToken, withToken } from "./stored-email.ts";

const sender = { brand: "Kursa", support: "help@kursa.test", company: exampleCompany };
const usdt = { symbol: "USDT", networkLabel: "TRC20", decimals: 6, kind: "crypto" } as const;
const dollars = { symbol: "USD", networkLabel: null, decimals: 2, kind: "ewallet" } as const;
const link = "http://localhost:3000/En/order/7Q2MK9XW3T?t=AbC-123";

const facts: OrderEmailFacts = {
  kind: "created",
  language: "en",
  quotes: true,
  ref: "7Q2MK9XW3T",
  link,
  sandbox: true,
  from: usdt,
  to: dollars,
  fromAmount: 1_500_250_000n,
  toAmount: 1_440_05n,
  received: 1_500_250_000n,
  sent: 1_440_05n,
  rate: "0.9598",
  promo: { code: "WELCOME5", gain: 1_44n, cashback: null },
  loyalty: { tier: "gold", gain: 49n },
  payTo: { address: "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE", memo: null, invoiceUrl: null },
  payoutAccount: "anna@example.com",
  isPaidByHand: false,
  settlesAt: null,
  rateUntil: new Date("2026-11-21T09:35:00.000Z"),
  until: new Date("2026-11-21T09:35:00.000Z"),
  hold: {
    reason: "amount_mismatch",
    actionBy: "client",
    default: "request_refund",
    deadline: new Date("2026-11-22T09:35:00.000Z"),
    missing: 250_000n,
    choices: [
      { action: "accept_requote", amount: null, fee: null },
      { action: "request_refund", amount: 1_499_250_000n, fee: 1_000_000n },
    ],
  },
  refund: { amount: 1_499_250_000n, asset: usdt, account: "TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC" },
  tx: "9f2c",
  txAt: new Date("2026-11-21T10:02:00.000Z"),
};
const kinds = Object.keys(emailTexts.en.kinds).filter((kind): kind is EmailKind => kind in emailTexts.en.kinds);

/** What a stranger can word: the account of an e-wallet, and a partner's code. */
const worded = { account: "move.your.money@evil.test", code: "CALL-EVIL-SUPPORT" };
const byStranger: OrderEmailFacts = {
  ...facts,
  payoutAccount: worded.account,
  promo: { code: worded.code, gain: 1_44n, cashback: null },
  refund: { amount: 5_00n, asset: dollars, account: worded.account },
};

describe.each(["en", "ru"] as const)("an order email in %s to a mailbox that has proven nothing", (language) => {
  test.each(kinds)("%s repeats nothing that was typed, and lacks nothing", (kind) => {
    const rendered = (quotes: boolean) =>
      JSON.stringify(renderOrderEmail({ ...byStranger, kind, language, quotes }, sender));
    for (const words of Object.values(worded)) expect(rendered(false)).not.toContain(words);
    expect(rendered(false)).not.toMatch(/undefined|null|\{\w+\}/);
    expect(rendered(false)).toContain(link);
  });

  test("about a payment whose payout a person sends says so, and names the account to its owner alone", () => {
    const paid = { ...byStranger, kind: "paid", language, isPaidByHand: true } as const;
    const [owned, unproven] = [true, false].map((quotes) => renderOrderEmail({ ...paid, quotes }, sender).text);
    expect(owned).toMatch(/member of our team sends|сотрудник отправит/);
    expect([owned, unproven].map((text) => text?.includes(worded.account))).toEqual([true, false]);
  });

  test("keeps the address of coins, whose checksum leaves no room for words, and the gain of a code", () => {
    const coins = {
      ...facts,
      kind: "completed",
      language,
      to: usdt,
      payoutAccount: "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE",
    } as const;
    const { text } = renderOrderEmail({ ...coins, quotes: false }, sender);
    expect(text).toContain("TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE");
    expect(text).toMatch(/(Promo code|Промокод): \+/);
    expect(renderOrderEmail({ ...byStranger, kind: "completed", language }, sender).text).toContain(worded.account);
  });
});

describe("an order email", () => {
  test("names cashback with its amount and where it goes, in both languages", () => {
    const promo = { code: "BACK1", gain: 0n, cashback: { amount: 15_002_500n, asset: usdt } };
    const rendered = (language: "en" | "ru") => renderOrderEmail({ ...facts, language, promo }, sender).text;
    expect(rendered("en")).toContain("Promo code: BACK1: 15.0025\u00a0USDT cashback to your wallet");
    expect(rendered("ru")).toContain("Промокод: BACK1: кешбэк 15,0025\u00a0USDT на ваш кошелёк");
    expect(rendered("ru")).toContain("Скидка постоянного клиента: Золото: +0,49\u00a0USD");
  });

  test("contains payment address, amount, deadline and rate", () => {
    const { subject, text } = renderOrderEmail(facts, sender);
    expect(subject).toBe("Order 7Q2M-K9XW-3T: waiting for your payment");
    expect(text).toContain("You send: 1,500.25\u00a0USDT");
    expect(text).toContain("You get: 1,440.05\u00a0USD");
    expect(text).toContain("All-in rate: 1\u00a0USDT = 0.9598\u00a0USD");
    expect(text).toContain("Promo code: WELCOME5: +1.44\u00a0USD");
    expect(text).toContain("Loyalty discount: Gold: +0.49\u00a0USD");
    expect(text).toContain("Send to: TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE");
    expect(text).toContain("Network: TRC20");
    expect(text).toContain("Pay by: 21 November 2026 at 09:35 UTC");
    expect(text).toContain("help@kursa.test");
    expect(text).toContain("Test mode");
  });

  test("names the company behind it, and says so while that is an example", () => {
    const { text, html } = renderOrderEmail(facts, sender);
    const line = "Kursa is a service of Example Exchange Ltd, Example companies register: 00000000, 1 Example Street";
    expect(text).toContain(line);
    expect(html).toContain(line);
    expect(text).toContain("This is example data, not a real company.");
    const company = { ...exampleCompany, isExample: false };
    expect(renderOrderEmail(facts, { ...sender, company }).text).not.toContain("example data");
  });

  test("is in Russian for a Russian order, figures included", () => {
    const { subject, text, html } = renderOrderEmail({ ...facts, language: "ru", kind: "completed" }, sender);
    expect(subject).toBe("Заявка 7Q2M-K9XW-3T: отправили вам 1\u00a0440,05\u00a0USD");
    expect(text).toContain("Мы отправили 1\u00a0440,05\u00a0USD на anna@example.com.");
    expect(html).toContain('<html lang="ru">');
  });

  test.each(kinds)("of kind %s has all texts and the order link, in both languages", (kind) => {
    for (const language of ["en", "ru"] as const) {
      const email = renderOrderEmail({ ...facts, kind, language }, sender);
      for (const part of [email.subject, email.text, withoutStyles(email.html)]) {
        expect(part).not.toMatch(/[{}]|undefined|null/);
      }
      expect(email.text).toContain(link);
      expect(email.html).toContain(`href="${link}"`);
    }
  });

  test.each(kinds)("of kind %s has the same content in text and HTML, and no external content", (kind) => {
    for (const language of ["en", "ru"] as const) {
      const { text, html } = renderOrderEmail({ ...facts, kind, language }, sender);
      const body = withoutStyles(html).replace(/<title>.*<\/title>/, "");
      const words = (body.match(/>[^<]+</g) ?? []).map((piece) => piece.slice(1, -1).trim()).filter(Boolean);
      for (const word of words) expect(text.replace(/&/g, "&amp;")).toContain(word);
      expect(html).not.toMatch(/<img|src=|url\(|@import|<link|<script/);
      expect(html.match(/class="button"/g)).toHaveLength(1);
    }
  });

  test("that ends the order leads to its receipt first, then to the order; no other does", () => {
    for (const kind of kinds) {
      const { text, html } = renderOrderEmail({ ...facts, kind }, sender);
      const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
      const receipt = link.replace("?", "/receipt?");
      expect(links, kind).toEqual(kind === "completed" || kind === "refunded" ? [receipt, link] : [link]);
      expect(text.includes(receipt), kind).toBe(links.length > 1);
    }
  });

  test("is stored without the token in any of its links, and gets them back", () => {
    const email = renderOrderEmail({ ...facts, kind: "completed" }, sender);
    const storedEmail = withoutToken(email, link);
    expect(JSON.stringify(storedEmail)).not.toContain("AbC-123");
    expect(withToken(storedEmail, link)).toEqual(email);
  });

  test("about a hold states reason, who decides, deadline, default and choices", () => {
    const { text } = renderOrderEmail({ ...facts, kind: "on_hold" }, sender);
    expect(text).toContain("The amount we received differs from the order.");
    expect(text).toContain("Your decision is needed.");
    expect(text).toContain("If there is no decision by 22 November 2026 at 09:35 UTC, we return your money.");
    expect(text).toContain("- Send the missing 0.25\u00a0USDT in the same way");
    expect(text).toContain("- Exchange the amount received at the current rate.");
    expect(text).toContain("- Get a refund: 1,499.25\u00a0USDT, after a fee of 1\u00a0USDT.");
  });

  test("about a hold that others decide offers no choices", () => {
    const hold = { ...facts.hold, reason: "aml_check", actionBy: "operator", default: "wait" } as const;
    const { text } = renderOrderEmail(
      { ...facts, kind: "on_hold", hold: { ...hold, deadline: null, missing: null, choices: [] } },
      sender,
    );
    expect(text).toContain("You do not need to do anything");
    expect(text).not.toMatch(/Choose by|Your options/);
  });

  test("names the amount exchanged where more was received", () => {
    const over = renderOrderEmail({ ...facts, kind: "completed", received: 1_600_250_000n }, sender).text;
    expect(over).toContain("We received: 1,600.25\u00a0USDT\nExchanged: 1,500.25\u00a0USDT");
    expect(renderOrderEmail({ ...facts, kind: "completed" }, sender).text).not.toContain("Exchanged");
  });

  test("escapes customers' input", () => {
    const payoutAccount = `"><script>alert(1)</script>'@example.com`;
    const { html, text } = renderOrderEmail({ ...facts, payoutAccount }, sender);
    expect(html).not.toContain("<script>");
    expect(html).toContain("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;@example.com");
    expect(text).toContain(payoutAccount);
  });

  test("omits figures the order does not have", () => {
    expect(renderOrderEmail({ ...facts, until: null, kind: "expired" }, sender).text).not.toContain("Pay by");
  });

  test("formats an amount with eighteen decimals exactly", () => {
    const ether = { symbol: "ETH", networkLabel: null, decimals: 18, kind: "crypto" } as const;
    const { text } = renderOrderEmail({ ...facts, from: ether, fromAmount: 123_456_789_012_345_678n }, sender);
    expect(text).toContain("You send: 0.123456789012345678\u00a0ETH");
  });
});

const withoutStyles = (html: string) => html.replace(/style="[^"]*"/g, "").replace(/<style>[\s\S]*?<\/style>/, "");

test("both languages have the same keys", () => {
  const keys = (words: object, path = ""): string[] =>
    Object.entries(words).flatMap(([key, value]) =>
      typeof value === "object" ? keys(value, `${path}${key}.`) : [`${path}${key}`],
    );
  expect(keys(emailTexts.ru)).toEqual(keys(emailTexts.en));
});

test("an invoice that a person has still to send is announced, and nothing is to be paid yet", () => {
  const toCome = { ...facts, kind: "created_invoice", language: "en" } as const;
  const email = renderOrderEmail(toCome, sender);
  expect(email.text).toContain("Our team sends the PayPal invoice");
  expect(email.text).not.toContain(emailTexts.en.buttons.pay);
  const sent = renderOrderEmail(
    { ...toCome, payTo: { ...facts.payTo, invoiceUrl: "https://paypal.example/i" } },
    sender,
  );
  expect(sent.text).toContain("Pay the PayPal invoice");
  expect(sent.text).toContain("https://paypal.example/i");
});
