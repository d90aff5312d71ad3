import type { ClientOrigin } from "../../accounts/client-origin.ts";
import type { Caller } from "./caller.ts";
import { clientNetworkOf } from "./client-network.ts";

/** The origin of a call about an account. */
export function clientOriginOf({ address, client }: Caller): ClientOrigin {
  return { address, network: clientNetworkOf(address), client };
}
