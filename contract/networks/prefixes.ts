import { groupsOf, isIPv4 } from "./networks.ts";

/** An address by its parts: four bytes, or eight groups of 16 bits. */
type Family = { bits: 32 | 128; parts: number[] };

/**
 * A network as an operator writes it, `203.0.113.0/24` or `2001:db8::/48`, in its one form; an address alone is a network of
 * one. Undefined for any other text.
 */
export function readPrefix(typed: string): { prefix: string; length: number; bits: number } | undefined {
  const [address = "", lengthText, ...more] = typed.trim().toLowerCase().split("/");
  const family = familyOf(address);
  if (family === undefined || more.length > 0) return undefined;
  const length =
    lengthText === undefined ? family.bits : /^\d{1,3}$/.test(lengthText) ? Number(lengthText) : Number.NaN;
  if (!(length <= family.bits)) return undefined;
  return { prefix: prefixOf(family, length), length, bits: family.bits };
}

/** Every network that an address belongs to, in the form of `readPrefix`; none for what cannot be read. */
export function prefixesOf(address: string | null): string[] {
  const family = familyOf((address ?? "").toLowerCase());
  if (family === undefined) return [];
  return Array.from({ length: family.bits + 1 }, (_, length) => prefixOf(family, length));
}

/** `::ffff:192.0.2.1` is the IPv4 address. */
function familyOf(address: string): Family | undefined {
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1] ?? address;
  if (isIPv4(plain)) return { bits: 32, parts: plain.split(".").map(Number) };
  const groups = groupsOf(plain);
  // The last groups may be written as IPv4, which no visitor's address is; those are not read here.
  if (groups === undefined || plain.includes(".")) return undefined;
  return { bits: 128, parts: groups.map((group) => Number.parseInt(group, 16)) };
}

/** Each order asks for all prefixes of an address, 129 of an IPv6 address. */
function prefixOf({ bits, parts }: Family, length: number): string {
  const size = bits / parts.length;
  const inNetwork = parts.map((part, at) => {
    const ignored = Math.min(size, Math.max(0, (at + 1) * size - length));
    return (part >> ignored) << ignored;
  });
  const text = bits === 32 ? inNetwork.join(".") : inNetwork.map((part) => part.toString(16)).join(":");
  return `${text}/${length}`;
}
