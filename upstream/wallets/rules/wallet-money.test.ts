import { expect, test } from "vitest";
import { walletMoney } from "./wallet-money.ts";

const account = { creditsPosted: 100n, debitsPosted: 0n, debitsPending: 0n };

test.each([
  ["without an account nothing is there", null, 50n, { posted: 0n, available: 0n, settling: 0n, held: 0n }],
  ["what has not settled is not available", account, 30n, { posted: 100n, available: 70n, settling: 30n, held: 0n }],
  [
    "what is held is neither",
    { ...account, debitsPending: 20n },
    30n,
    { posted: 100n, available: 50n, settling: 30n, held: 20n },
  ],
  [
    "what is left settles still where more was to settle than is left",
    { ...account, debitsPosted: 60n, debitsPending: 10n },
    70n,
    { posted: 40n, available: 0n, settling: 30n, held: 10n },
  ],
])("%s", (_, sums, unsettled, money) => {
  expect(walletMoney(sums, unsettled)).toEqual(money);
});
