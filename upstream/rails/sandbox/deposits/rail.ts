import type { DepositRail } from "../../../ports/deposit-rail.ts";
import { depositAddress } from "../address.ts";
import { networkOf, railId, simulationOf } from "../network.ts";

/** Simulated deposits of an asset; undefined for PayPal and for what the sandbox does not know. */
export function sandboxDeposits(asset: string): DepositRail | undefined {
  const network = networkOf(asset);
  if (!network || network === "paypal") return undefined;
  return {
    id: railId(network),
    async issue({ key }) {
      const address = depositAddress(network, `wallet ${key}`);
      return { address, memo: null, uri: simulationOf(network).paymentUri(asset, address, null) };
    },
  };
}
