import type { PayinMethod } from "../../../contract/order/order-states.ts";
import { type PayinInstruction, type PayinRail, RailUnavailable } from "../../ports/rail.ts";
import { depositAddress } from "./address.ts";
import { networkOf, railId, simulationOf } from "./network.ts";

/** Simulated pay-in methods of an asset. */
export function sandboxPayinMethods(asset: string): readonly PayinMethod[] {
  const network = networkOf(asset);
  if (!network) return [];
  return network === "paypal" ? ["paypal_invoice"] : ["crypto_address"];
}

/** Throws `RailUnavailable` for an asset that the sandbox does not support. */
export function sandboxPayin(asset: string, method: PayinMethod, invoices: PayinRail): PayinRail {
  const network = networkOf(asset);
  if (!network || !sandboxPayinMethods(asset).includes(method)) {
    throw new RailUnavailable(`The sandbox takes no ${asset} by ${method}`);
  }
  if (network === "paypal") return invoices;
  return {
    id: railId(network),
    withdraw: async () => "withdrawn",
    // Its payments are reported step by step (run-steps.ts).
    reconcile: async () => false,
    async issue({ ref, amount }) {
      const address = depositAddress(network, ref);
      const uri = simulationOf(network).paymentUri(asset, address, amount);
      return { ...nowhere, method: "crypto_address", address, uri };
    },
  };
}

const nowhere: Omit<PayinInstruction, "method"> = {
  address: null,
  memo: null,
  uri: null,
  invoiceUrl: null,
  redirectUrl: null,
};
