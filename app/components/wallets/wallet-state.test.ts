import { expect, test } from "vitest";
import { walletState } from "./wallet-state.ts";

const wallet = { posted: "1", available: "1", held: "0", pending: "0", debt: "0" };
const deposit = { id: "dep_1", status: "pending", confirmations: 1 };

test("a page is read again when a figure, a deposit or its confirmations have changed, and only then", () => {
  const stateBefore = walletState({ ...wallet, deposits: [deposit] });
  expect(walletState({ ...wallet, deposits: [{ ...deposit }] })).toBe(stateBefore);
  expect(walletState({ ...wallet, deposits: [{ ...deposit, confirmations: 2 }] })).not.toBe(stateBefore);
  expect(walletState({ ...wallet, deposits: [{ ...deposit, status: "gone" }] })).not.toBe(stateBefore);
  expect(walletState({ ...wallet, available: "0", held: "1", deposits: [deposit] })).not.toBe(stateBefore);
});
