import { expect, test } from "vitest";
import { affiliateTierSetting } from "./affiliate-setting.ts";

const faultsOf = (text: string) =>
  affiliateTierSetting.safeParse(text).error?.issues.map(({ message }) => message) ?? [];

test("reads tiers with the percentages of both levels", () => {
  expect(affiliateTierSetting.parse("starter:0/20/5, expert:10000/25.5/4")).toEqual([
    { tier: "starter", fromCents: 0n, rateBps: 2000, secondLevelBps: 500 },
    { tier: "expert", fromCents: 10_000_00n, rateBps: 2550, secondLevelBps: 400 },
  ]);
});

test("refuses levels that give away more than the profit, also of partners in different tiers", () => {
  expect(faultsOf("starter:0/90/10")).toEqual([]);
  expect(faultsOf("starter:0/90/11")).toEqual([expect.stringContaining("more than 100 together")]);
  expect(faultsOf("starter:0/10/50,expert:10000/60/5")).toEqual([expect.stringContaining("more than 100 together")]);
});

test("refuses tiers out of order, without a beginning, or without a percentage", () => {
  for (const text of [
    "starter:1/20/5",
    "expert:0/20/5,starter:10/25/5",
    "starter:0/0/5",
    "starter:0/20",
    "other:0/1/1",
  ])
    expect(faultsOf(text), text).toEqual([expect.stringContaining("must list tiers")]);
});
