import { expect, test } from "vitest";
import { hashPassword, isPassword, nobodysHash } from "./passwords.ts";

test("a password is the same on every keyboard, and nobody's is none", async () => {
  const stored = await hashPassword("Å is a letter");
  expect(await isPassword("A\u030a is a letter", stored)).toBe(true);
  expect(await isPassword("a is a letter", stored)).toBe(false);
  expect(await isPassword("the password of nobody", null)).toBe(false);
});

test("to look in vain costs as much as to look", async () => {
  const costOf = (hash: string) => hash.split("$").slice(0, 4);
  expect(costOf(nobodysHash)).toEqual(costOf(await hashPassword("any")));
});
