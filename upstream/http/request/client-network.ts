import { isIPv4, isIPv6 } from "node:net";

/**
 * The unit a rate limit counts: one IPv4 address, or the /64 network of an IPv6 visitor, who may use any address in it.
 */
export function networkOf(address: string | null): string {
  if (address === null) return "unknown";
  const plain = plainAddress(address);
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return "unknown";
  return `${groupsOf(plain).slice(0, 4).join(":")}::/64`;
}

/**
 * The unit that counts what unpaid orders hold: an IPv4 /24, or the IPv6 /48 that one site is given. All addresses that
 * cannot be read are one network.
 */
export function cappedNetworkOf(address: string | null): string {
  const network = networkOf(address);
  if (isIPv4(network)) return `${network.split(".").slice(0, 3).join(".")}.0/24`;
  return network === "unknown" ? network : `${network.split(":").slice(0, 3).join(":")}::/48`;
}

export function isLoopback(address: string | null): boolean {
  const plain = plainAddress(address ?? "");
  return plain === "::1" || (isIPv4(plain) && plain.startsWith("127."));
}

/** `localhost:3001` and the like. Any other name may be a stranger's that resolves to this machine (DNS rebinding). */
export function isLoopbackHost(host: string | null): boolean {
  const url = `http://${host}`;
  if (!host || !URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hostname === "localhost" || isLoopback(hostname.replace(/^\[|\]$/g, ""));
}

/** `::ffff:127.0.0.1` is an IPv4 peer on a dual-stack socket. */
function plainAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  return (mapped?.[1] ?? address).toLowerCase();
}

function groupsOf(address: string): string[] {
  const [head = "", tail] = address.split("%")[0]?.split("::") ?? [];
  const before = head.split(":").filter(Boolean);
  const after = (tail ?? "").split(":").filter(Boolean);
  const between = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => "0");
  return [...before, ...between, ...after].map((group) => Number.parseInt(group, 16).toString(16));
}
