/**
 * A token's contract, no value, and the 68 bytes of a call of `transfer(address,uint256)`, as RLP writes these three fields of a
 * transaction. Numbers of at most 32 bytes come before, and only the access list and the signature after.
 */
const transferCall = /94([0-9a-f]{40})80b844a9059cbb/;

/**
 * The contract that a signed transfer calls, in small letters; null for one of the coin. `bytes`: as the signer gives them. Read from
 * what was signed: the settings may name another contract for the asset since.
 */
export function calledContract(bytes: string): string | null {
  const address = transferCall.exec(bytes.toLowerCase())?.[1];
  return address === undefined ? null : `0x${address}`;
}
