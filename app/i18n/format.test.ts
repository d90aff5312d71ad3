import { describe, expect, test } from "vitest";
import {
  formatAmount,
  formatDate,
  formatDateTime,
  formatInZone,
  formatMoney,
  formatPercent,
  formatTime,
} from "./format.ts";

describe("an amount", () => {
  test.each([
    ["48210.55", 2, "48,210.55", "48\u00a0210,55"],
    ["501.000000", 0, "501", "501"],
    ["483", 2, "483.00", "483,00"],
    ["482.5", 2, "482.50", "482,50"],
    ["0.00142000", 0, "0.00142", "0,00142"],
    ["1111111.11", 2, "1,111,111.11", "1\u00a0111\u00a0111,11"],
    ["0", 0, "0", "0"],
    ["1234", 0, "1,234", "1\u00a0234"],
  ])("%s with at least %d decimals", (amount, decimals, english, russian) => {
    expect(formatAmount("en", amount, decimals)).toBe(english);
    expect(formatAmount("ru", amount, decimals)).toBe(russian);
  });

  test("is exact beyond the precision of a number", () => {
    expect(formatAmount("en", "0.123456789012345678")).toBe("0.123456789012345678");
    expect(formatAmount("en", "90071992547409931234.000000000000000001")).toBe(
      "90,071,992,547,409,931,234.000000000000000001",
    );
  });

  test("stays on one line with its unit", () => {
    expect(formatMoney("en", "501.000000", "USDT")).toBe("501\u00a0USDT");
    expect(formatMoney("ru", "482.5", "USD", 2)).toBe("482,50\u00a0USD");
  });

  test.each(["", "1e9", "NaN", "1,5", "0x10", "Infinity", " 1", "1."])("%j throws, as it is no decimal", (amount) => {
    expect(() => formatAmount("en", amount)).toThrow("Not a decimal");
  });
});

test("a percentage has one decimal and stays on one line with its sign", () => {
  expect(formatPercent("en", "3.79")).toBe("3.8%");
  expect(formatPercent("ru", "3.50")).toBe("3,5\u00a0%");
  expect(formatPercent("en", "0")).toBe("0%");
});

describe("a time", () => {
  const time = "2026-11-21T09:05:43.000Z";
  test("is on a 24-hour clock in UTC", () => {
    expect(formatTime("en", time)).toBe("09:05");
    expect(formatTime("ru", "2026-11-21T00:00:00.000Z")).toBe("00:00");
  });
  test("includes the day when it is not today", () => {
    expect(formatDateTime("en", time)).toBe("21\u00a0Nov, 09:05");
    expect(formatDateTime("ru", time)).toBe("21\u00a0нояб., 09:05");
    expect(formatDate("en", "2026-11-01")).toBe("1\u00a0November 2026");
    expect(formatDate("ru", "2026-11-01")).toBe("1\u00a0ноября 2026\u00a0г.");
  });
});

test("a time is formatted in the requested time zone and language, also after many other time zones", () => {
  const parts = { day: "numeric", month: "long", hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  const inZone = (lang: "en" | "ru", zone: string) => formatInZone(lang, "2026-11-21T23:30:00Z", zone, parts);
  expect(inZone("en", "UTC")).toMatch(/^21\u00a0November\D+23:30$/);
  expect(inZone("en", "Europe/Tallinn")).toMatch(/^22\u00a0November\D+01:30$/);
  expect(inZone("ru", "Europe/Tallinn")).toMatch(/^22\u00a0ноября\D+01:30$/);
  for (const zone of Intl.supportedValuesOf("timeZone")) inZone("en", zone);
  expect(inZone("en", "Europe/Tallinn")).toMatch(/^22\u00a0November\D+01:30$/);
});
