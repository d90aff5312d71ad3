import { createHash } from "node:crypto";
import { encodeFunctionData, type Hex, keccak256, parseAbi } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import { calledContract } from "./protocol/called-contract.ts";
import { signTransfer, type Transfer } from "./transaction.ts";

/** Random bytes that are the same in each run. */
function seededBytes(seed: string, length: number): Buffer {
  const blocks: Buffer[] = [];
  for (let at = 0; at * 32 < length; at += 1) blocks.push(createHash("sha256").update(`${seed}:${at}`).digest());
  return Buffer.concat(blocks).subarray(0, length);
}

const number = (seed: string, bytes: number) => BigInt(`0x${seededBytes(seed, bytes).toString("hex")}`);
const bytesUpTo = (seed: string, most: number) => 1 + (seededBytes(seed, 1).readUInt8(0) % most);

const abi = parseAbi(["function transfer(address to, uint256 value)"]);

test("1,000 random transfers have the bytes and hashes that viem gives them, and their contract is read from these", async () => {
  for (let run = 0; run < 1000; run += 1) {
    const seed = `transfer ${run}`;
    const privateKey = seededBytes(`${seed} key`, 32);
    const to: Hex = `0x${seededBytes(`${seed} to`, 20).toString("hex")}`;
    const token: Hex = `0x${seededBytes(`${seed} token`, 20).toString("hex")}`;
    const maxFee = number(`${seed} fee`, bytesUpTo(`${seed} fee size`, 8)) + 1n;
    const transfer: Transfer = {
      chain: 1 + Number(number(`${seed} chain`, 3)),
      contract: run % 2 === 0 ? null : token,
      to,
      amount: number(`${seed} amount`, bytesUpTo(`${seed} amount size`, 32)),
      nonce: Number(number(`${seed} nonce`, bytesUpTo(`${seed} nonce size`, 5))),
      gas: 21_000n + number(`${seed} gas`, 3),
      maxFee,
      tip: number(`${seed} tip`, 8) % (maxFee + 1n),
    };
    const account = privateKeyToAccount(`0x${privateKey.toString("hex")}`);
    const isToken = transfer.contract !== null;
    const expected = await account.signTransaction({
      type: "eip1559",
      chainId: transfer.chain,
      to: isToken ? token : to,
      value: isToken ? 0n : transfer.amount,
      ...(isToken && { data: encodeFunctionData({ abi, functionName: "transfer", args: [to, transfer.amount] }) }),
      nonce: transfer.nonce,
      gas: transfer.gas,
      maxFeePerGas: transfer.maxFee,
      maxPriorityFeePerGas: transfer.tip,
    });
    const signed = signTransfer(transfer, { privateKey });
    expect(signed).toEqual({ bytes: expected, tx: keccak256(expected) });
    expect(calledContract(signed.bytes)).toBe(transfer.contract);
  }
});

test("a repeated transfer has the same bytes", () => {
  const privateKey = seededBytes("key", 32);
  const to = "0x00000000000000000000000000000000000000aa";
  const transfer = { chain: 1, contract: null, to, amount: 5n, nonce: 0, gas: 21_000n, maxFee: 9n, tip: 1n };
  expect(signTransfer(transfer, { privateKey })).toEqual(signTransfer(transfer, { privateKey }));
});
