import { Transaction } from "micro-eth-signer";
import type { Account } from "./accounts.ts";

/**
 * A transfer of the network's coin (`contract` null) or of a token. `to`: the receiver. `amount`: minor units. `gas`: the most
 * units of gas; `maxFee`, `tip`: wei for each.
 */
export type Transfer = {
  chain: number;
  contract: string | null;
  to: string;
  amount: bigint;
  nonce: number;
  gas: bigint;
  maxFee: bigint;
  tip: bigint;
};

/** `transfer(address,uint256)`. */
const transferSelector = "a9059cbb";

/** The signed EIP-1559 transaction of a transfer, and its hash. The same transfer always gives the same bytes. */
export function signTransfer(transfer: Transfer, { privateKey }: Pick<Account, "privateKey">) {
  const { chain, contract, to, amount, nonce, gas, maxFee, tip } = transfer;
  const isToken = contract !== null;
  const unsigned = Transaction.prepare(
    {
      chainId: BigInt(chain),
      to: isToken ? contract : to,
      value: isToken ? 0n : amount,
      data: isToken ? `0x${transferSelector}${word(BigInt(to))}${word(amount)}` : "",
      nonce: BigInt(nonce),
      gasLimit: gas,
      maxFeePerGas: maxFee,
      maxPriorityFeePerGas: tip,
    },
    // Its limits for people who type fees; the settings have stricter ones.
    false,
  );
  // Without extra entropy (RFC 6979 alone): a repeated request must give the same transaction.
  const signed = unsigned.signBy(privateKey, false);
  return { tx: `0x${signed.hash.replace(/^0x/, "")}`, bytes: signed.toHex() };
}

/** 32 bytes in hexadecimal. */
const word = (value: bigint): string => value.toString(16).padStart(64, "0");
