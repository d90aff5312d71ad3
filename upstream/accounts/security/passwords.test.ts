import { expect, test } from "vitest";
import { networksOf } from "../../../contract/networks/networks.ts";
import { TooBusy } from "../../shared/too-busy.ts";
import { decoyHash, hashPassword, matchesPassword, networksOfMember } from "./passwords.ts";

const visitor = networksOf("192.0.2.1");

test("a password matches in any Unicode form, and never for an unknown account", async () => {
  const stored = await hashPassword("Å is a letter", visitor);
  expect(await matchesPassword("A\u030a is a letter", stored, visitor)).toBe(true);
  expect(await matchesPassword("a is a letter", stored, visitor)).toBe(false);
  expect(await matchesPassword("the password of nobody", null, visitor)).toBe(false);
});

test("a password is hashed at the cost of the least attacks that OWASP accepts", async () => {
  expect(await hashPassword("any", visitor)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test("checking an unknown account takes as long as a known one", async () => {
  const costOf = (hash: string) => hash.split("$").slice(0, 4);
  expect(costOf(decoyHash)).toEqual(costOf(await hashPassword("any", visitor)));
});

test("of a hundred attempts of one network at once most are refused, while a visitor elsewhere and a member are served before them", async () => {
  const order: string[] = [];
  const attempt = (who: string, whose: typeof visitor) =>
    matchesPassword("any", null, whose).then(
      () => order.push(who),
      (error: unknown) => {
        expect(error).toBeInstanceOf(TooBusy);
        return 0;
      },
    );
  const greedy = Array.from({ length: 100 }, (_, at) => attempt("greedy", networksOf(`203.0.113.${at}`)));
  await Promise.all([attempt("visitor", visitor), attempt("member", networksOfMember("mb_1"))]);
  // Two were under way before anybody else came, and the networks take turns; a busy machine may report some of them late.
  expect(order.filter((who) => who === "greedy").length).toBeLessThanOrEqual(10);
  const outcomes = await Promise.all(greedy);
  expect(outcomes.filter((outcome) => outcome === 0).length).toBeGreaterThanOrEqual(50);
});
