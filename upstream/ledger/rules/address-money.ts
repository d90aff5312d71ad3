import { smaller } from "../../shared/rules/smaller.ts";

/**
 * What a deposit address has received (`arrived`: all payments less those that were taken back) and what sweeps have moved
 * from there (`swept`: what has arrived of them, less what came back); minor units. A network takes back a payment after a
 * sweep has moved it, or tells of the two in another order: then `swept` is more, and the difference is neither at the
 * address nor where the rail pays out until more arrives or the sweep comes back.
 */
export type AddressMoney = { arrived: bigint; swept: bigint };

export const nothingThere: AddressMoney = { arrived: 0n, swept: 0n };

/** What lies there, minor units. */
export const lyingIn = ({ arrived, swept }: AddressMoney): bigint => (arrived > swept ? arrived - swept : 0n);

/** Of a payment that arrives there, what a sweep has moved already. */
export const alreadySwept = ({ arrived, swept }: AddressMoney, amount: bigint): bigint =>
  swept > arrived ? smaller(swept - arrived, amount) : 0n;

/** Of a payment that is taken back from there, what a sweep has moved to where the rail pays out. */
export const sweptOf = (address: AddressMoney, amount: bigint): bigint => {
  const there = lyingIn(address);
  return amount > there ? amount - there : 0n;
};

/** Of what a sweep moves from there, what arrives: no more than lies there. */
export const arrivesFrom = (address: AddressMoney, amount: bigint): bigint => smaller(lyingIn(address), amount);

/** Of what comes back there from a sweep, what leaves the place that pays out: the rest was taken back with its payments. */
export const comesBackTo = (address: AddressMoney, amount: bigint): bigint => amount - alreadySwept(address, amount);
