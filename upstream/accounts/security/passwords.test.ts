import { expect, test } from "vitest";
import { decoyHash, hashPassword, matchesPassword } from "./passwords.ts";

test("a password matches in any Unicode form, and never for an unknown account", async () => {
  const stored = await hashPassword("Å is a letter");
  expect(await matchesPassword("A\u030a is a letter", stored)).toBe(true);
  expect(await matchesPassword("a is a letter", stored)).toBe(false);
  expect(await matchesPassword("the password of nobody", null)).toBe(false);
});

test("checking an unknown account takes as long as a known one", async () => {
  const costOf = (hash: string) => hash.split("$").slice(0, 4);
  expect(costOf(decoyHash)).toEqual(costOf(await hashPassword("any")));
});
