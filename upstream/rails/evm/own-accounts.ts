import { formatDecimal } from "../../../contract/values/decimal.ts";
import type { Context } from "../../ports/context.ts";
import { RailUnavailable } from "../../ports/rail.ts";
import { transferGas } from "./payouts/fees.ts";
import { openPayoutParts } from "./payouts/open-parts.ts";
import type { PayoutParts } from "./payouts/payout-parts.ts";

/** Decimals of the coin. */
const coinDecimals = 18;

/**
 * What the node says that the account that pays out and the gas account have of the coin, how many transfers and sweeps of a token
 * that pays for at the fee limit, and what to do where it is few. Nothing where no signer is named.
 */
export async function ownAccountsOf(ctx: Context) {
  const rail = openPayoutParts(ctx);
  if (!rail) return {};
  try {
    return await shownAccounts(rail, BigInt(ctx.env.GAS_LOW_TRANSFERS));
  } catch (error) {
    if (error instanceof RailUnavailable) return { accounts: "The node does not answer." };
    throw error;
  }
}

async function shownAccounts({ network, fees, node }: PayoutParts, low: bigint) {
  const { hot, gas } = network.key;
  const [ofHot = 0n, ofGas = 0n] = await node.coinBalances([hot.checksummed, gas.checksummed]);
  const payouts = ofHot / (transferGas.token * fees.cap);
  const sweeps = ofGas / ((transferGas.coin + transferGas.token) * fees.cap);
  const warning = (count: bigint, address: string, work: string) =>
    count < low ? [`${count} ${work}: send the coin to ${address}, then \`evm fills\`.`] : [];
  return {
    hot_address: hot.checksummed,
    hot_coin: formatDecimal(ofHot, coinDecimals),
    pays_for_payouts: Number(payouts),
    gas_address: gas.checksummed,
    gas_coin: formatDecimal(ofGas, coinDecimals),
    pays_for_sweeps: Number(sweeps),
    low_gas: [
      ...warning(payouts, hot.checksummed, "payouts of a token can be paid for"),
      ...warning(sweeps, gas.checksummed, "addresses can be swept"),
    ].join(" "),
  };
}
