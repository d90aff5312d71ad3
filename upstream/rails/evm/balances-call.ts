import type { RpcCall } from "./rpc.ts";

/**
 * Addresses that one call reads: what it returns counts as the code of a contract, which has at most 24,576 bytes, 32 for each.
 */
export const balancesAtOnce = 700;

/**
 * A program that returns the balance of each address that follows it, for an `eth_call` that creates a contract: one call for
 * all, with no contract deployed anywhere and nothing written.
 *
 *   00 push 0                         i = 0
 *   02 loop: i * 20 + 0x34            where the i-th address begins
 *   0a below the code's size?         else go to 2c
 *   11 copy 20 bytes to memory 0, load the word, shift right by 96: the address
 *   1d balance, stored at (i + 1) * 32; i = i + 1; go to 02
 *   2c return i * 32 bytes from 32
 */
const program =
  "0x60005b8060140260340180381115602c5760149060003960005160601c318160010160051b526001016002565b5060051b6020f3";

/** `addresses`: at most `balancesAtOnce`. By the block's hash, so that a reorganisation meanwhile is an error and no other number. */
export function balancesCall(addresses: readonly string[], blockHash: string): RpcCall {
  const data = `${program}${addresses.map((address) => address.slice(2)).join("")}`;
  return { method: "eth_call", params: [{ data }, { blockHash }] };
}

/**
 * The same for a token: it asks the contract for the balance of each address, and fails as a whole where one answer is missing.
 *
 *   00 store the selector of `balanceOf(address)` at memory 0; i = 0
 *   0d loop: i * 20 + 0x65            where the i-th address begins
 *   17 below the code's size?         else go to 57
 *   1b copy 20 bytes to memory 16, behind the selector and twelve zeros
 *   21 call the contract with 36 bytes from 0, the answer to (i + 2) * 32; go to 5f where it failed or is shorter than 32 bytes
 *   51 i = i + 1; go to 0d
 *   57 return i * 32 bytes from 64
 *   5f give up
 */
const tokenProgram = [
  "0x6370a0823160e01b60005260005b806014026065018038111560575760149060103960208160020160051b6024600073",
  "5afa15605f5760203d10605f57600101600d565b5060051b6040f35b60006000fd",
] as const;

/** Balances of a token, whose contract is in small letters; otherwise as `balancesCall`. */
export function tokenBalancesCall(token: string, addresses: readonly string[], blockHash: string): RpcCall {
  const [before, after] = tokenProgram;
  const data = `${before}${token.slice(2)}${after}${addresses.map((address) => address.slice(2)).join("")}`;
  return { method: "eth_call", params: [{ data }, { blockHash }] };
}

/** Wei, or units of a token, in the order of the addresses. Undefined for an answer of another length. */
export function readBalances(result: unknown, count: number): bigint[] | undefined {
  if (typeof result !== "string" || !/^0x[0-9a-f]*$/i.test(result) || result.length !== 2 + 64 * count)
    return undefined;
  return Array.from({ length: count }, (_, at) => BigInt(`0x${result.slice(2 + 64 * at, 66 + 64 * at)}`));
}
