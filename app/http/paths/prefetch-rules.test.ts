import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { splitPath } from "../../i18n/languages.ts";
import { isPrivatePath } from "./page-rules.ts";
import { prefetchRules } from "./prefetch-rules.ts";

const listed = prefetchRules.prefetch.flatMap(({ where }) => where.and[0].href_matches);
const script = readFileSync("public/scripts/prefetch.v1.js", "utf8");
const publicPage = new RegExp(/publicPage = \/(.+)\/;/.exec(script)?.[1] ?? "nothing");

test("only public pages are prefetched: none with an effect, of an order or of a member", () => {
  expect(listed).toContain("/En");
  expect(listed).toContain("/Ru/legal/faq");
  expect(listed.filter((path) => isPrivatePath(splitPath(path).path))).toEqual([]);
});

test("the script for browsers without rules knows the same pages", () => {
  expect(listed.filter((path) => !publicPage.test(path))).toEqual([]);
  const others = [
    "/En/order/7Q2MK9XW3T",
    "/Ru/dashboard",
    "/En/sign-in",
    "/preferences",
    "/En/legal/cookies",
    "/En/pairs/btc-to-paypal-usd",
  ];
  expect(others.filter((path) => publicPage.test(path) || listed.includes(path))).toEqual([]);
});
