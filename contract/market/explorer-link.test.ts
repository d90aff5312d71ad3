import { expect, test } from "vitest";
import { explorerLink } from "./explorer-link.ts";

const page = "https://etherscan.io/tx/{tx}";
const hash = `0x${"ab".repeat(32)}`;

test.each([
  ["a transaction", hash, `https://etherscan.io/tx/${hash}`],
  ["the third payment of a transaction", `${hash}:3`, `https://etherscan.io/tx/${hash}`],
  ["money that no transaction names", `balance:0x${"ab".repeat(20)}:1`, null],
  ["an id with signs of an address", "a/b?c", "https://etherscan.io/tx/a%2Fb%3Fc"],
])("the explorer's page of %s", (_, id, expected) => {
  expect(explorerLink(page, id)).toBe(expected);
});

test("an asset without an explorer has no page", () => {
  expect(explorerLink(null, hash)).toBeNull();
});
