import { bitcoin, litecoin, readCoinAddress } from "./coin.ts";
import { readEthereumAddress } from "./ethereum.ts";
import type { ReadAddress } from "./reading.ts";
import { readTronAddress } from "./tron.ts";

/** Networks whose addresses we can check; an asset on any other network cannot be sold before it is added here. */
const readers: Record<string, (text: string) => ReadAddress> = {
  tron: readTronAddress,
  ethereum: readEthereumAddress,
  bitcoin: (text) => readCoinAddress(text, bitcoin),
  litecoin: (text) => readCoinAddress(text, litecoin),
};

/**
 * What somebody typed as an address of a network, in its canonical spelling. An address that belongs to another
 * network we know (or to a test network) says so, because money sent there would be lost: `address_network`.
 */
export function readAddress(network: string, text: string): ReadAddress {
  const read = readers[network];
  if (!read) throw new Error(`No rule for addresses of ${network}`);
  const typed = text.trim();
  const own = read(typed);
  if (!("fault" in own) || own.fault !== "address_format") return own;
  return belongsElsewhere(network, typed) ? { fault: "address_network" } : own;
}

function belongsElsewhere(network: string, typed: string): boolean {
  return Object.entries(readers).some(([other, read]) => {
    if (other === network) return false;
    const reading = read(typed);
    return !("fault" in reading) || reading.fault === "address_network";
  });
}
