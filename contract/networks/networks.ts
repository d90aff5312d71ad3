/**
 * Whom an address belongs to, on two levels: the address or network of one visitor, and the network above it that one
 * owner of many addresses may have. A limit for a visitor counts the first, a fair share the second.
 */
export type Networks = {
  /** An IPv4 address, or the IPv6 /64 whose addresses one visitor may all use. */
  client: string;
  /** The IPv4 /24, or the IPv6 /48 that one site is given. */
  above: string;
};

/** What cannot be read is one network. */
const unknown: Networks = { client: "unknown", above: "unknown" };

const networksByAddress = new Map<string, Networks>();
const mostKnown = 2000;

/** The networks of a visitor's address; `::ffff:192.0.2.1` is the IPv4 address. */
export function networksOf(address: string | null): Networks {
  if (address === null) return unknown;
  const before = networksByAddress.get(address);
  if (before) return before;
  const networks = readNetworks(address.toLowerCase());
  if (networksByAddress.size >= mostKnown) networksByAddress.clear();
  networksByAddress.set(address, networks);
  return networks;
}

function readNetworks(address: string): Networks {
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1] ?? address;
  if (isIPv4(plain)) return { client: plain, above: `${plain.slice(0, plain.lastIndexOf("."))}.0/24` };
  const groups = groupsOf(plain);
  if (groups === undefined) return unknown;
  return { client: `${groups.slice(0, 4).join(":")}::/64`, above: `${groups.slice(0, 3).join(":")}::/48` };
}

export function isIPv4(text: string): boolean {
  return /^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}$/.test(text) && text.split(".").every((part) => Number(part) <= 255);
}

/** The eight groups of an IPv6 address, the last two of which may be written as IPv4; undefined for any other text. */
export function groupsOf(address: string): string[] | undefined {
  const [withoutZone = "", ...zones] = address.split("%");
  const tail = /(?:^|:)([\d.]+\.[\d.]+)$/.exec(withoutZone)?.[1];
  if (zones.length > 1 || zones[0] === "" || (tail !== undefined && !isIPv4(tail))) return undefined;
  const hex = tail === undefined ? withoutZone : `${withoutZone.slice(0, -tail.length)}0:0`;
  const [head = "", rest, ...more] = hex.split("::");
  const partsOf = (text: string) => (text === "" ? [] : text.split(":"));
  const [before, after] = [partsOf(head), partsOf(rest ?? "")];
  const zeros = 8 - before.length - after.length;
  if (more.length > 0 || (rest === undefined ? zeros !== 0 : zeros < 1)) return undefined;
  const groups = [...before, ...Array<string>(zeros).fill("0"), ...after];
  return groups.every((group) => /^[\da-f]{1,4}$/.test(group)) ? groups.map(plainGroup) : undefined;
}

const plainGroup = (group: string) => group.replace(/^0+(?=.)/, "");
