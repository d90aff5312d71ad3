import { describe, expect, test } from "vitest";
import { emailMeant } from "./email-typo.ts";

describe("a mistyped email", () => {
  test.each([
    ["anna@gmail.con", "anna@gmail.com"],
    ["Anna.K@GMAIL.CON", "Anna.K@gmail.com"],
    ["Anna <anna@gmail.con>", "anna@gmail.com"],
    ["mailto:anna@gmail.con", "anna@gmail.com"],
    ["anna@gmail.con.", "anna@gmail.com"],
    ["anna@gmial.com", "anna@gmail.com"],
    ["anna@gmail.co", "anna@gmail.com"],
    ["anna@gmail.ru", "anna@gmail.com"],
    ["anna@gmail", "anna@gmail.com"],
    ["anna@hotmail.cm", "anna@hotmail.com"],
    ["anna@yandx.ru", "anna@yandex.ru"],
    ["anna@mail.ry", "anna@mail.ru"],
    ["anna@shop.example.con", "anna@shop.example.com"],
    ["anna@company.comm", "anna@company.com"],
  ])("%s means %s", (typed, meant) => {
    expect(emailMeant(typed)).toBe(meant);
  });
});

describe("an email without a usual slip", () => {
  test.each([
    ...["anna@gmail.com", "ANNA@Gmail.com", "anna@ymail.com", "anna@mail.com", "anna@mail.ru", "anna@yahoo.co.uk"],
    ...["anna@yahoo.co.jp", "anna@hotmail.de", "anna@outlook.fr", "anna@company.co", "anna@company.cm", "anna@ya.ru"],
    ...[
      "anna@gmail.com.example.org",
      "anna@example.name",
      "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb",
      "anna",
      "nobody@nowhere",
      "",
      "@",
      "a@b@",
    ],
  ])("%s is not doubted", (typed) => {
    expect(emailMeant(typed)).toBeNull();
  });
});

test("a long text costs no more than its length", () => {
  for (const text of ["A".repeat(2_000_000), `a@${".".repeat(2_000_000)}`, "a@".repeat(1_000_000)])
    expect(emailMeant(text)).toBeNull();
});
