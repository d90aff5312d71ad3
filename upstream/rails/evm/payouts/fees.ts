import type { EvmNetwork } from "../settings.ts";
import type { PayoutParts } from "./payout-parts.ts";

/** Units of gas that a transfer may use, as docs/ethereum.md says to set them for the signer. */
export const transferGas = { coin: 21_000n, token: 100_000n };

/** What a unit of gas may rise to before the transaction is in a block, beside the tip. */
const baseFeeTimes = 2n;
const gwei = 10n ** 9n;

/** Wei for a unit of gas that a new transaction offers; null while the network asks more than the cap. */
export async function currentFee({ node, fees }: Pick<PayoutParts, "node" | "fees">): Promise<bigint | null> {
  const baseFee = await node.baseFee();
  if (baseFee > fees.cap) return null;
  const wanted = baseFee * baseFeeTimes + gwei;
  const raised = wanted > fees.floor ? wanted : fees.floor;
  return raised < fees.cap ? raised : fees.cap;
}

export function gasOf({ native }: EvmNetwork, asset: string): bigint {
  return asset === native ? transferGas.coin : transferGas.token;
}

/** The coin pays its own transfer. A token's address gets the coin first, and what its transfer does not use stays there. */
export function sweepGasOf(network: EvmNetwork, asset: string): bigint {
  return asset === network.native ? transferGas.coin : transferGas.coin + transferGas.token;
}
