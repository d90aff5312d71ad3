import { and, gt, isNotNull, max } from "drizzle-orm";
import type { Orm } from "../../../db/database.ts";
import { evmBlock } from "../../../db/schema/evm.ts";
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
  return baseFee > fees.cap ? null : offered(baseFee, fees);
}

/** Prices of so long ago count: a quote that was made between two rises is not below what the payout costs. */
const countedMs = 3_600_000;
/** Without a block for so long the price is unknown. */
const longestSilenceMs = 600_000;

/**
 * Wei for a unit of gas, as a transaction would have offered it at the highest base fee of the last hour, of the blocks that were
 * read; the cap while the newest of them was read more than ten minutes ago.
 */
export async function feeOfHour(
  reader: Pick<Orm, "select">,
  { desk, fees }: Pick<PayoutParts, "desk" | "fees">,
): Promise<bigint> {
  const nowMs = desk.clock.now().getTime();
  const [hour] = await reader
    .select({ highest: max(evmBlock.baseFee), newest: max(evmBlock.readAt) })
    .from(evmBlock)
    .where(and(isNotNull(evmBlock.baseFee), gt(evmBlock.readAt, new Date(nowMs - countedMs))));
  if (hour?.highest == null || hour.newest === null) return fees.cap;
  return nowMs - hour.newest.getTime() > longestSilenceMs ? fees.cap : offered(hour.highest, fees);
}

function offered(baseFee: bigint, { floor, cap }: PayoutParts["fees"]): bigint {
  const wanted = baseFee * baseFeeTimes + gwei;
  const raised = wanted > floor ? wanted : floor;
  return raised < cap ? raised : cap;
}

export function gasOf({ native }: EvmNetwork, asset: string): bigint {
  return asset === native ? transferGas.coin : transferGas.token;
}

/** The coin pays its own transfer. A token's address gets the coin first, and what its transfer does not use stays there. */
export function sweepGasOf(network: EvmNetwork, asset: string): bigint {
  return asset === network.native ? transferGas.coin : transferGas.coin + transferGas.token;
}
