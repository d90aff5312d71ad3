import { createHash } from "node:crypto";
import { bech32 } from "@scure/base";
import { depositAddress } from "../../../upstream/rails/sandbox/address.ts";
import { networkOf } from "../../../upstream/rails/sandbox/network.ts";

/** A valid address of somebody, always the same for the same name. */
export function addressOf(asset: string, name: string): string {
  const network = networkOf(asset);
  if (!network || network === "paypal") throw new Error(`${asset} has no addresses`);
  if (network === "tron" || network === "ethereum") return depositAddress(network, name);
  // The sandbox's own addresses of these networks are those of test networks, which the service refuses.
  const program = createHash("sha256").update(name).digest().subarray(0, 20);
  return bech32.encode(network === "bitcoin" ? "bc" : "ltc", [0, ...bech32.toWords(program)]);
}
