import { expect, test } from "vitest";
import { withoutBreaks } from "./no-break.ts";

test("keeps a short Russian word with the next one", () => {
  expect(withoutBreaks("Вы и в сети, на PayPal")).toBe("Вы\u00a0и\u00a0в\u00a0сети, на\u00a0PayPal");
});

test("keeps a particle with the previous word and a number with its noun", () => {
  expect(withoutBreaks("Нужна ли регистрация за 15 минут")).toBe(
    "Нужна\u00a0ли\u00a0регистрация за\u00a015\u00a0минут",
  );
});

test("leaves longer words and English texts unchanged", () => {
  expect(withoutBreaks("для вас, at an hour")).toBe("для вас, at an hour");
});

test("keeps a figure with its unit, in every language", () => {
  expect(withoutBreaks("up to {{limit}} USD a day, at {{time}} UTC")).toBe(
    "up to {{limit}}\u00a0USD a day, at {{time}}\u00a0UTC",
  );
  expect(withoutBreaks("in 2026 Kursa and 3 PDFs")).toBe("in 2026 Kursa and 3 PDFs");
});

test("keeps a dash off the start of a line and a percent sign with its figure", () => {
  expect(withoutBreaks("меньше — до 0,5 % и {{percent}} %")).toBe(
    "меньше\u00a0— до\u00a00,5\u00a0% и\u00a0{{percent}}\u00a0%",
  );
});

test("applies to every text of a file, including lists", () => {
  expect(withoutBreaks({ a: ["я тут"], b: { c: "ты там", d: 2 } })).toEqual({
    a: ["я\u00a0тут"],
    b: { c: "ты\u00a0там", d: 2 },
  });
});
