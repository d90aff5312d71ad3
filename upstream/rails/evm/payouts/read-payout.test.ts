import { expect, test } from "vitest";
import { signTransfer } from "../../../../signer/transaction.ts";
import { type Receipt, transferTopic } from "../node.ts";
import { hasMovedOnChain, type TransactionRow } from "./read-payout.ts";

const [sender, recipient] = [`0x${"a".repeat(40)}`, `0x${"b".repeat(40)}`];
const [signedContract, otherContract] = [`0x${"1".repeat(40)}`, `0x${"2".repeat(40)}`];

const signedFor = (contract: string | null): TransactionRow => {
  const fees = { gas: 60_000n, maxFee: 9n, tip: 1n };
  const transfer = { chain: 1, contract, to: recipient, amount: 5n, nonce: 7, ...fees };
  const { tx, bytes } = signTransfer(transfer, { privateKey: new Uint8Array(32).fill(1) });
  return {
    ...{ tx, bytes, sender, recipient, amount: 5n, nonce: 7, gas: 60_000n, maxFee: 9n, asset: "usdt-erc20" },
    ...{
      seq: 1,
      line: "",
      movementId: "out_1",
      step: "payout",
      deposit: null,
      recordedAt: new Date(0),
      isFinal: false,
    },
  };
};

const minedWith = (contracts: readonly string[], status: "0x0" | "0x1" = "0x1"): Receipt => {
  const word = (value: string) => `0x${value.slice(2).padStart(64, "0")}`;
  const [transactionHash, blockHash, blockNumber] = [`0x${"c".repeat(64)}`, `0x${"d".repeat(64)}`, 1];
  const logs = contracts.map((address, logIndex) => ({
    ...{ address, topics: [transferTopic, word(sender), word(recipient)], data: word("0x5"), removed: false },
    ...{ transactionHash, blockHash, blockNumber, logIndex },
  }));
  const mined = { transactionHash, blockHash, blockNumber, status, logs };
  return { ...mined, gasUsed: 50_000n, effectiveGasPrice: 8n };
};

test("a token has moved where the contract that was signed says so, whatever the settings name now", () => {
  expect(hasMovedOnChain(signedFor(signedContract), minedWith([signedContract]))).toBe(true);
  expect(hasMovedOnChain(signedFor(signedContract), minedWith([otherContract]))).toBe(false);
  expect(hasMovedOnChain(signedFor(signedContract), minedWith([]))).toBe(false);
});

test("the coin has moved where its transaction has not failed", () => {
  expect(hasMovedOnChain(signedFor(null), minedWith([]))).toBe(true);
  expect(hasMovedOnChain(signedFor(null), minedWith([], "0x0"))).toBe(false);
});
