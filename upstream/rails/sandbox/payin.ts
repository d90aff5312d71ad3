import { bytesToHex } from "@noble/hashes/utils.js";
import { type PayinInstruction, type PayinRail, RailUnavailable } from "../rail.ts";
import { depositAddress } from "./address.ts";
import { fingerprint } from "./fingerprint.ts";
import { networkOf, railId } from "./network.ts";
import { paymentUri } from "./payment-uri.ts";

/** How money of this asset comes in while playing; throws `RailUnavailable` for an asset the sandbox cannot play. */
export function sandboxPayin(asset: string): PayinRail {
  const network = networkOf(asset);
  if (!network) throw new RailUnavailable(`The sandbox has no rail for ${asset}`);
  return {
    id: railId(network),
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
