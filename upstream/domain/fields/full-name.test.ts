import { expect, test } from "vitest";
import { readFullName } from "./full-name.ts";

test.each([
  ["Anna Ivanova", "Anna Ivanova"],
  ["  Анна   Иванова ", "Анна Иванова"],
  ["A. I.", "A. I."],
  ["Jean-Luc d’Arc", "Jean-Luc d’Arc"],
  ["J.R.R. Tolkien", "J.R.R. Tolkien"],
  ["José\u0301 Nuñez", "José\u0301 Nuñez"],
])("%j is a name", (typed, name) => {
  expect(readFullName(typed)).toBe(name);
});

test.each(["", "Anna", "Anna 2", "a@mail.com Anna", "<b> Anna", "Anna\u0000 Ivanova", `A ${"b".repeat(200)}`])(
  "%j is not a name",
  (typed) => {
    expect(readFullName(typed)).toBeUndefined();
  },
);
