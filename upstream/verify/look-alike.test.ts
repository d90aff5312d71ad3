import { describe, expect, test } from "vitest";
import { imitates } from "./look-alike.ts";

const names = ["kursa", "exchange"];

describe("a name that imitates ours", () => {
  test.each([
    ["kursа.example", "letters"],
    ["кurѕa.com", "letters"],
    ["xn--kurs-83d.com", "letters"],
    ["курса.рф", "letters"],
    ["kursá.example", "letters"],
    ["kursa-pay.example", "name"],
    ["kursa.example.evil.com", "name"],
    ["mykursa.io", "name"],
    ["kursa_support", "name"],
    ["kur-sa.com", "name"],
    ["kurssa.com", "spelling"],
    ["krusa.com", "spelling"],
    ["kur5a.com", "spelling"],
    ["exchnage-login.com", "spelling"],
  ])("%s is recognised by its %s", (text, how) => {
    expect(imitates(text, names)).toBe(how);
  });

  test.each(["paypal.com", "bank.example", "t.co", "bursar.edu", "курс.рф", "example.com", ""])(
    "%s does not imitate us",
    (text) => {
      expect(imitates(text, names)).toBeNull();
    },
  );

  test("is not looked for by a short brand", () => {
    expect(imitates("axel.example", ["ax"])).toBeNull();
  });
});
