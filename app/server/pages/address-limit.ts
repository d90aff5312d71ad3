/** Counts requests per client address. */
export type AddressLimit = {
  /** Counts one request; returns the seconds to wait when the limit is reached. */
  take(address: string | null, nowMs: number): number | null;
};

const windowMs = 60_000;
const mostAddresses = 10_000;

export const noLimit: AddressLimit = { take: () => null };

/** At most `most` per minute for an IPv4 address or an IPv6 /64 network. */
export function addressLimit(most: number): AddressLimit {
  const counts = new Map<string, number>();
  let endsMs = 0;
  return {
    take(address, nowMs) {
      if (nowMs >= endsMs || counts.size > mostAddresses) {
        counts.clear();
        endsMs = nowMs + windowMs;
      }
      const network = address?.includes(":") ? address.split(":").slice(0, 4).join(":") : (address ?? "");
      const count = (counts.get(network) ?? 0) + 1;
      counts.set(network, count);
      return count > most ? Math.max(1, Math.ceil((endsMs - nowMs) / 1000)) : null;
    },
  };
}
