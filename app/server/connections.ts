import type { Socket } from "node:net";
import { connectionShares } from "../../contract/server/connection-shares.ts";
import { trustedBy } from "./steps/forwarded-address.ts";

/** Bounds open connections, shared by network. Proxies of ours bound their own. */
export function boundConnections(trustedProxies: readonly string[], most?: number): (socket: Socket) => void {
  const isExempt = trustedBy(trustedProxies);
  return connectionShares<Socket>({ isExempt, ...(most !== undefined && { most }) }).opened;
}
