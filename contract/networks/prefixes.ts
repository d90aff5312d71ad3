import { groupsOf, isIPv4 } from "./networks.ts";

type Family = { bits: 32 | 128; value: bigint };

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
  if (isIPv4(plain)) return { bits: 32, value: joined(plain.split(".").map(Number), 8n) };
  const groups = groupsOf(plain);
  // The last groups may be written as IPv4, which no visitor's address is; those are not read here.
  if (groups === undefined || plain.includes(".")) return undefined;
  return {
    bits: 128,
    value: joined(
      groups.map((group) => Number.parseInt(group, 16)),
      16n,
    ),
  };
}

const joined = (parts: number[], bits: bigint) => parts.reduce((sum, part) => (sum << bits) | BigInt(part), 0n);

function prefixOf({ bits, value }: Family, length: number): string {
  const rest = BigInt(bits - length);
  const network = (value >> rest) << rest;
  const [count, size] = bits === 32 ? [4, 8n] : [8, 16n];
  const parts = Array.from(
    { length: count },
    (_, at) => (network >> (BigInt(count - 1 - at) * size)) & ((1n << size) - 1n),
  );
  const text = bits === 32 ? parts.join(".") : parts.map((part) => part.toString(16)).join(":");
  return `${text}/${length}`;
}
