import { networkRules } from "./networks.ts";
import type { ReadAddress } from "./reading.ts";

/** Whether addresses of the network can be read, without which nothing there can be sold. */
export const hasAddressRules = (network: string): boolean => Object.hasOwn(networkRules, network);

/**
 * Validates an address and returns its canonical spelling. An address of another known network or of a test network is
 * refused as `address_network`, because money sent there would be lost.
 */
export function readAddress(network: string, text: string): ReadAddress {
  const rules = networkRules[network];
  if (!rules) throw new Error(`No rule for addresses of ${network}`);
  const typed = text.trim();
  const reading = rules.read(typed);
  if (!("fault" in reading) || reading.fault !== "address_format") return reading;
  return belongsElsewhere(network, typed) ? { fault: "address_network" } : reading;
}

/** How the networks spell a text that is an address of theirs; empty if it is none. */
export function spellingsOf(text: string): string[] {
  return Object.values(networkRules).flatMap(({ read }) => {
    const reading = read(text);
    return "account" in reading ? [reading.account] : [];
  });
}

/** Whether a text is an address of one of the networks, or of their test networks, with a right checksum. */
export function isSomeAddress(text: string): boolean {
  return Object.values(networkRules).some(({ read }) => {
    const reading = read(text);
    return "account" in reading || reading.fault === "address_network";
  });
}

function belongsElsewhere(network: string, typed: string): boolean {
  return Object.entries(networkRules).some(([other, { read }]) => {
    if (other === network) return false;
    const reading = read(typed);
    return !("fault" in reading) || reading.fault === "address_network";
  });
}
