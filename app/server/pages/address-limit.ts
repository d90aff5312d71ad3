/** Counts what one address asks for. */
export type AddressLimit = {
  /** Counts one request; the seconds to wait when the address has had its share. */
  take(address: string | null, nowMs: number): number | null;
};

const windowMs = 60_000;
const mostAddresses = 10_000;

export const noLimit: AddressLimit = { take: () => null };

/** At most `most` a minute for one IPv4 address, or for the /64 network of an IPv6 address. */
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
