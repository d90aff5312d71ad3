import { payoutAddress } from "./address.ts";
import type { Network } from "./network.ts";

/**
 * How a transfer to a test account ends, whoever it is for: a payout, a refund or a withdrawal. `refused`: the rail does
 * not take it, nothing is used up. `reverted`: the network refuses it and keeps its fee. `displaced`: another transaction
 * took its place, so that it never happens. `returned`: it arrives and comes back. `late`: it is reported as reverted and
 * arrives all the same.
 */
export const testOutcomes = ["refused", "reverted", "displaced", "returned", "late"] as const;
export type TestOutcome = (typeof testOutcomes)[number];

/** The account to which a transfer ends like this: an address with a correct checksum, or an email address. */
export function testAccount(network: Network, outcome: TestOutcome): string {
  return network === "paypal" ? `${outcome}@sandbox.example` : payoutAddress(network, `test account: ${outcome}`);
}

/** Undefined for any other account. */
export function outcomeAt(network: Network, account: string): TestOutcome | undefined {
  const typed = account.toLowerCase();
  return testOutcomes.find((outcome) => testAccount(network, outcome).toLowerCase() === typed);
}
