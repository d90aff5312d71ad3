import { BlockList, isIP } from "node:net";

/** Proxies that may speak for others: addresses and networks as TRUSTED_PROXIES lists them. */
export function trustedBy(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/**
 * Whose request it is. The peer's own, unless the peer is a trusted proxy: then X-Forwarded-For is read from the
 * right, since only what trusted proxies appended is true, up to the first address that is not one of them.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  isTrusted: (address: string) => boolean,
): string {
  let client = plainAddress(peer);
  for (const hop of forwardedFor?.split(",").reverse() ?? []) {
    if (!isTrusted(client)) break;
    const address = plainAddress(hop.trim());
    // A proxy that forwards nonsense is the last one we know.
    if (isIP(address) === 0) break;
    client = address;
  }
  return client;
}

/** `::ffff:10.0.0.1` is how a dual-stack socket writes 10.0.0.1. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
}
