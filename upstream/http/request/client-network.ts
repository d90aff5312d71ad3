import { isIPv4 } from "node:net";
import { networksOf } from "../../../contract/networks/networks.ts";

/** What a rate limit counts: one IPv4 address, or the /64 network of an IPv6 visitor, who may use any address in it. */
export const clientNetworkOf = (address: string | null): string => networksOf(address).client;

/** What counts the holds of unpaid orders: an IPv4 /24 or an IPv6 /48. All addresses that cannot be read are one. */
export const cappedNetworkOf = (address: string | null): string => networksOf(address).above;

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
