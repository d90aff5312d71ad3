import { bytesToHex } from "@noble/hashes/utils.js";
import type { PayinMethod } from "../../../contract/order-states.ts";
import { type PayinInstruction, type PayinRail, RailUnavailable } from "../rail.ts";
import { depositAddress } from "./address.ts";
import { fingerprint } from "./fingerprint.ts";
import { networkOf, railId } from "./network.ts";
import { paymentUri } from "./payment-uri.ts";

/** How an asset can be paid in while playing. */
export function sandboxPayinMethods(asset: string): readonly PayinMethod[] {
  const network = networkOf(asset);
  if (!network) return [];
  return network === "paypal" ? ["paypal_invoice"] : ["crypto_address"];
}

/** Throws `RailUnavailable` for what the sandbox cannot play. */
export function sandboxPayin(asset: string, method: PayinMethod): PayinRail {
  const network = networkOf(asset);
  if (!network || !sandboxPayinMethods(asset).includes(method)) {
    throw new RailUnavailable(`The sandbox takes no ${asset} by ${method}`);
  }
  return {
    id: railId(network),
    withdraw: async () => "withdrawn",
    async issue({ ref, amount }) {
      if (network === "paypal") return { ...nowhere, method: "paypal_invoice", invoiceUrl: invoiceUrl(ref) };
      const address = depositAddress(network, ref);
      return { ...nowhere, method: "crypto_address", address, uri: paymentUri(asset, address, amount) };
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

/** Shaped like the page PayPal's own sandbox shows an invoice on; the panel on the order page plays the payer. */
function invoiceUrl(ref: string): string {
  const id = bytesToHex(fingerprint("invoice", ref)).slice(0, 16).toUpperCase();
  return `https://www.sandbox.paypal.com/invoice/p/#INV2-${id.match(/.{4}/g)?.join("-")}`;
}
