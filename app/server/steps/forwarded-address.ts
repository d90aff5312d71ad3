import { BlockList, isIP } from "node:net";

/** Proxies whose forwarded addresses are trusted: the addresses and networks of TRUSTED_PROXIES. */
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
 * The client's address. The peer's own, unless the peer is a trusted proxy: then the first untrusted address of
 * X-Forwarded-For from the right, since only trusted proxies append true ones. Null when that entry is unreadable: the
 * client is not the proxy itself.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  isTrusted: (address: string) => boolean,
): string | null {
  let client = plainAddress(peer);
  for (const hop of forwardedFor?.split(",").reverse() ?? []) {
    if (!isTrusted(client)) break;
    const address = plainAddress(withoutPort(hop.trim()));
    if (isIP(address) === 0) return null;
    client = address;
  }
  return client;
}

export function isLoopbackAddress(address: string): boolean {
  const plain = plainAddress(address);
  return plain === "::1" || (isIP(plain) === 4 && plain.startsWith("127."));
}

/** `203.0.113.7:5555`, `[2001:db8::1]` and `[2001:db8::1]:443`, as some proxies write them. */
function withoutPort(hop: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(hop) ?? [];
  return bracketed ?? plain ?? hop;
}

/** `::ffff:10.0.0.1` is 10.0.0.1 on a dual-stack socket. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
}
