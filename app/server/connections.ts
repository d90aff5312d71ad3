import type { Socket } from "node:net";
import { fairSlots } from "../../contract/networks/fair-slots.ts";
import { networksOf } from "../../contract/networks/networks.ts";
import { trustedBy } from "./steps/forwarded-address.ts";

/** Each costs a few kilobytes and a file descriptor. */
const mostConnections = 2000;

/**
 * Bounds open connections, shared by network: where all are taken, one of a network that has more than a fifth is closed
 * for one that has less, the oldest of its greediest address first. Proxies of ours bound their own.
 */
export function boundConnections(trustedProxies: readonly string[], most = mostConnections): (socket: Socket) => void {
  const slots = fairSlots(most);
  const isTrusted = trustedBy(trustedProxies);
  return (socket) => {
    const peer = socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/i, "") ?? null;
    if (peer !== null && isTrusted(peer)) return;
    const slot = slots.take(networksOf(peer), 1, () => socket.destroy());
    if (slot) socket.once("close", slot.release);
    else socket.destroy();
  };
}
