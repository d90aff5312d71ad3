import { expect, test } from "vitest";
import { withoutBreaks } from "./no-break.ts";

test("a short Russian word stays with the next one", () => {
  expect(withoutBreaks("Вы и в сети, на PayPal")).toBe("Вы\u00a0и\u00a0в\u00a0сети, на\u00a0PayPal");
});

test("a particle stays with the word before it, a number with its noun", () => {
  expect(withoutBreaks("Нужна ли регистрация за 15 минут")).toBe(
    "Нужна\u00a0ли\u00a0регистрация за\u00a015\u00a0минут",
  );
});

test("longer words and English ones break where they like", () => {
  expect(withoutBreaks("для вас, at an hour")).toBe("для вас, at an hour");
});

test("a dash does not begin a line, and a per cent sign stays with its figure", () => {
  expect(withoutBreaks("меньше — до 0,5 % и {{percent}} %")).toBe(
    "меньше\u00a0— до\u00a00,5\u00a0% и\u00a0{{percent}}\u00a0%",
  );
});

test("every sentence of a file is treated, lists too", () => {
  expect(withoutBreaks({ a: ["я тут"], b: { c: "ты там", d: 2 } })).toEqual({
    a: ["я\u00a0тут"],
    b: { c: "ты\u00a0там", d: 2 },
  });
});
