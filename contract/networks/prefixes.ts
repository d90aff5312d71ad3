import { groupsOf, isIPv4 } from "./networks.ts";

/** An address by its parts: four bytes, or eight groups of 16 bits. `isMapped`: IPv4 that was written as IPv6. */
type Family = { bits: 32 | 128; parts: number[]; isMapped: boolean };

/** Of `::ffff:192.0.2.1`, before the IPv4 address. */
const mappedBits = 96;

/**
 * A network as an operator writes it, `203.0.113.0/24` or `2001:db8::/48`, in its one form; an address alone is a network of
 * one. Undefined for any other text.
 */
export function readPrefix(typed: string): { prefix: string; length: number; bits: number } | undefined {
  const [address = "", lengthText, ...more] = typed.trim().toLowerCase().split("/");
  const family = familyOf(address);
  if (family === undefined || more.length > 0) return undefined;
  const typedLength = lengthText === undefined || /^\d{1,3}$/.test(lengthText) ? Number(lengthText) : undefined;
  if (typedLength === undefined) return undefined;
  const length = lengthText === undefined ? family.bits : typedLength - (family.isMapped ? mappedBits : 0);
  // A wider network than all of IPv4 would be one of IPv6, in which no visitor is.
  if (length < 0 || length > family.bits) return undefined;
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
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  const plain = mapped ?? address;
  if (isIPv4(plain)) return { bits: 32, parts: plain.split(".").map(Number), isMapped: mapped !== undefined };
  const groups = groupsOf(plain);
  // The last groups may be written as IPv4, which no visitor's address is; those are not read here.
  if (groups === undefined || plain.includes(".")) return undefined;
  const parts = groups.map((group) => Number.parseInt(group, 16));
  const isMapped = parts.slice(0, 5).every((part) => part === 0) && parts[5] === 0xffff;
  if (!isMapped) return { bits: 128, parts, isMapped };
  return { bits: 32, parts: parts.slice(6).flatMap((part) => [part >> 8, part & 0xff]), isMapped };
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
