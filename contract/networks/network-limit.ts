import { networksOf } from "./networks.ts";

/** Counts requests per client network, in the memory of this process. */
export type NetworkLimit = {
  /** Counts one request; returns the seconds to wait when the limit is reached. */
  take(address: string | null, nowMs: number): number | null;
  /** The same without counting. */
  wait(address: string | null, nowMs: number): number | null;
};

const mostAddresses = 10_000;
/** A network of many addresses may have as much as so many of them. */
const addressesOfNetwork = 8;

export const noLimit: NetworkLimit = { take: () => null, wait: () => null };

/**
 * At most `most` in `windowMs` for an IPv4 address or an IPv6 /64 network, and eight times as many for the /24 or /48
 * above it.
 */
export function networkLimit(most: number, windowMs: number): NetworkLimit {
  const [clients, aboves] = [new Map<string, number>(), new Map<string, number>()];
  let endsMs = 0;
  const begin = (nowMs: number) => {
    // Whoever rotates many addresses makes only them forgotten, not the networks above.
    if (clients.size > mostAddresses) clients.clear();
    if (nowMs < endsMs && aboves.size <= mostAddresses) return;
    clients.clear();
    aboves.clear();
    endsMs = nowMs + windowMs;
  };
  const left = (nowMs: number) => Math.max(1, Math.ceil((endsMs - nowMs) / 1000));
  const count = (counts: Map<string, number>, network: string) => {
    const counted = (counts.get(network) ?? 0) + 1;
    counts.set(network, counted);
    return counted;
  };
  return {
    take(address, nowMs) {
      begin(nowMs);
      const { client, above } = networksOf(address);
      const [ofClient, ofAbove] = [count(clients, client), count(aboves, above)];
      return ofClient > most || ofAbove > most * addressesOfNetwork ? left(nowMs) : null;
    },
    wait(address, nowMs) {
      begin(nowMs);
      const { client, above } = networksOf(address);
      const isReached = (clients.get(client) ?? 0) >= most || (aboves.get(above) ?? 0) >= most * addressesOfNetwork;
      return isReached ? left(nowMs) : null;
    },
  };
}
