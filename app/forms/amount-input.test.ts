import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Lang } from "../../contract/values/languages.ts";
import { type AmountProblem, readAmount, typedAmount } from "./amount-input.ts";

const accepted = (amount: string) => ({ ok: true, amount });
const ambiguous = (...readings: string[]) => ({ ok: false, problem: "ambiguous", readings });
const refused = (problem: AmountProblem, ...readings: string[]) => ({ ok: false, problem, readings });

describe("an amount typed in English", () => {
  test.each([
    ["500", "500"],
    ["500.5", "500.5"],
    ["1,234", "1234"],
    ["1,234.5", "1234.5"],
    ["1 234.5", "1234.5"],
    ["1\u00a0234\u202f567.89", "1234567.89"],
    ["12,345,678.000001", "12345678.000001"],
    ["1234.567", "1234.567"],
    ["1.234", "1.234"],
    [" 20 ", "20"],
    ["1 234,5", "1234.5"],
    [".5", "0.5"],
    ["5.", "5"],
    ["007", "7"],
    ["500.000", "500"],
    ["0.10", "0.1"],
    ["500.0000000000000", "500"],
  ])("%j is %s", (text, amount) => {
    expect(readAmount(text, "en", 6)).toEqual(accepted(amount));
  });

  test.each([
    ["1,5", ambiguous("15", "1.5")],
    ["1,50", ambiguous("150", "1.5")],
    ["482,50", ambiguous("48250", "482.5")],
    ["1,2345", ambiguous("12345", "1.2345")],
    ["0,123", ambiguous("123", "0.123")],
    ["1234,567", ambiguous("1234567", "1234.567")],
    ["12 34", ambiguous("1234")],
    ["1,234 567", ambiguous("1234567", "1.234567")],
    ["1.234,5", ambiguous("1.2345", "1234.5")],
    ["1.234.567", ambiguous("1234567")],
    ["5 .5", ambiguous("5.5", "55")],
  ])("%j is ambiguous and offers its meanings", (text, reading) => {
    expect(readAmount(text, "en", 6)).toEqual(reading);
  });
});

describe("an amount typed in Russian", () => {
  test.each([
    ["500", "500"],
    ["500,5", "500.5"],
    ["1 234", "1234"],
    ["1 234,5", "1234.5"],
    ["1\u00a0234,567", "1234.567"],
    ["1 234.567", "1234.567"],
    ["1234,567", "1234.567"],
    ["1234.567", "1234.567"],
    ["482.5", "482.5"],
    ["0,123", "0.123"],
    ["0.123", "0.123"],
    [",5", "0.5"],
    ["5,", "5"],
    ["12,3450", "12.345"],
  ])("%j is %s", (text, amount) => {
    expect(readAmount(text, "ru", 6)).toEqual(accepted(amount));
  });

  test.each([
    ["1,234", ambiguous("1.234", "1234")],
    ["1.234", ambiguous("1234", "1.234")],
    ["1,234.5", ambiguous("1.2345", "1234.5")],
    ["1.234,5", ambiguous("1234.5", "1.2345")],
    ["1,234,567", ambiguous("1234567")],
    ["12 34", ambiguous("1234")],
  ])("%j is ambiguous and offers its meanings", (text, reading) => {
    expect(readAmount(text, "ru", 6)).toEqual(reading);
  });

  test("offers no meaning with more decimals than the currency has", () => {
    expect(readAmount("1,234", "ru", 2)).toEqual(ambiguous("1234"));
  });
});

describe.each<Lang>(["en", "ru"])("in %s", (lang) => {
  test.each([
    ["", refused("empty")],
    [" \u00a0 ", refused("empty")],
    ["0", refused("zero")],
    ["0.000000", refused("zero")],
    ["-5", refused("negative")],
    ["\u22125", refused("negative")],
    ["- 5", refused("negative")],
    ["1e9", refused("exponent")],
    ["1E-9", refused("exponent")],
    ["1\u04359", refused("exponent")],
    ["NaN", refused("letters")],
    ["Infinity", refused("letters")],
    ["five hundred", refused("letters")],
    ["0x10", refused("letters")],
    ["++5", refused("letters")],
    ["+-5", refused("letters")],
    ["5²", refused("letters")],
    ["½", refused("letters")],
    ["(500)", refused("letters")],
    ["500-600", refused("letters")],
    ["500;600", refused("letters")],
    [".", refused("signs")],
    [",.", refused("signs")],
    ["1,2,3.4.5", refused("signs")],
    ["1234567890123456", refused("huge")],
    ["9".repeat(500), refused("huge")],
    [`0.${"1".repeat(40)}`, refused("decimals", "0.111111")],
    ["0.0000001", refused("decimals")],
    ["500.1234567", refused("decimals", "500.123456")],
  ])("%j has its own error text", (text, refusal) => {
    expect(readAmount(text, lang, 6)).toEqual(refusal);
  });

  test("a formatted amount is read back unchanged", () => {
    fc.assert(
      fc.property(decimal(15, 18), (amount) => {
        expect(readAmount(typedAmount(amount, lang), lang, 19)).toEqual(accepted(amount));
      }),
    );
  });
});

test("no text means two different amounts in the two languages", () => {
  const typed = fc.string({ unit: fc.constantFrom(..."0123456789,. "), minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(typed, (text) => {
      const english = readAmount(text, "en", 18);
      const russian = readAmount(text, "ru", 18);
      if (english.ok && russian.ok) expect(english.amount).toBe(russian.amount);
    }),
    { numRuns: 5000 },
  );
});

/** Positive contract decimals without trailing zeros. */
function decimal(wholeDigits: number, fractionDigits: number) {
  const digit = fc.constantFrom(..."0123456789");
  return fc
    .tuple(
      fc.string({ unit: digit, minLength: 1, maxLength: wholeDigits }),
      fc.string({ unit: digit, maxLength: fractionDigits }),
    )
    .map(([whole, fraction]) => [whole.replace(/^0+(?=\d)/, ""), fraction.replace(/0+$/, "")])
    .map(([whole, fraction]) => (fraction ? `${whole}.${fraction}` : `${whole}`))
    .filter((amount) => amount !== "0");
}

describe.each<Lang>(["en", "ru"])("an amount as people paste it, in %s,", (lang) => {
  test.each([
    ["500 USDT", "500"],
    ["500usdt", "500"],
    ["500$", "500"],
    ["$500", "500"],
    ["5'000", "5000"],
    ["1’234’567", "1234567"],
    ["1 234,5", "1234.5"],
    ["\u0665\u0660\u0660", "500"],
    ["\u06f5\u06f0\u06f0", "500"],
    ["\u0661\u0662\u066b\u0665", "12.5"],
    ["\uff15\uff10\uff10", "500"],
    ["\u200e500\u200f", "500"],
    ["\u202a1\u00a0234 USDT\u202c", "1234"],
    ["＄500", "500"],
    [lang === "en" ? "１，２３４．５" : "１２３４，５", "1234.5"],
    ["１２３４．５", "1234.5"],
    ['"500"', "500"],
    ["«500 USDT»", "500"],
    ["500 dollars", "500"],
    ["500 долларов", "500"],
    ["500 долл.", "500"],
    ["500 USDT (TRC20)", "500"],
    ["500 USDT TRC20", "500"],
    ["500 USDT (TRC-20).", "500"],
    ["500 USD₮", "500"],
    ["+500", "500"],
    ["≈500", "500"],
    ["~ 500 USDT", "500"],
    ["500;", "500"],
    ["500 USDT;", "500"],
  ])("%j is %s", (text, amount) => {
    expect(readAmount(text, lang, 6, "USDT")).toEqual(accepted(amount));
  });

  test.each([
    lang === "en" ? "$1,000.00 USD" : "1 000,00 $ USD",
    "$ 1000 USD",
    "1000 USD.",
    "US$1000",
    "US $1000",
    "1000 US dollars",
    "1000 $ USD.",
  ])("with its unit on both sides, or at the end of a sentence, is read: %j", (text) => {
    expect(readAmount(text, lang, 2, "USD")).toEqual({ ok: true, amount: "1000" });
    expect(readAmount(text, lang, 2)).toEqual({ ok: true, amount: "1000" });
  });

  test.each(["$500 EUR", "€500 USD", "USD 500 EUR", "500 $ €"])("in two units is refused: %j", (text) => {
    expect(readAmount(text, lang, 2, "USD")).toEqual(refused("letters"));
    expect(readAmount(text, lang, 2)).toEqual(refused("letters"));
  });

  test.each([
    "500 EUR",
    "€500",
    "500 BTC",
    "500 USDTT",
    "500 USDT (ERC20)",
    "500 TRC20",
    "US $500",
    "500 Canadian dollars",
    "$500$",
    "5'00",
    "USDT",
    "five USDT",
  ])("in another unit is refused: %j", (text) => {
    expect(readAmount(text, lang, 6, "USDT")).toEqual(refused("letters"));
  });
});
