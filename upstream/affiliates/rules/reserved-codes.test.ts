import { expect, test } from "vitest";
import { isReservedCode } from "./reserved-codes.ts";

test.each(["admin", "ADMIN", "supp0rt", "kursa", "Kursa-bonus", "my_kursa", "kur5a", "help-desk", "anna-support"])(
  "%s speaks for us and is reserved",
  (code) => {
    expect(isReservedCode(code, "Kursa")).toBe(true);
  },
);

test.each(["anna", "annas-channel", "BLOG", "supporters", "crypto-news", "teamwork"])("%s is free", (code) => {
  expect(isReservedCode(code, "Kursa")).toBe(false);
});
