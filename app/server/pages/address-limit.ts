/** Counts requests per client address. */
export type AddressLimit = {
  /** Counts one request; returns the seconds to wait when the limit is reached. */
  take(address: string | null, nowMs: number): number | null;
  /** The same without counting. */
  wait(address: string | null, nowMs: number): number | null;
};

const windowMs = 60_000;
const mostAddresses = 10_000;

export const noLimit: AddressLimit = { take: () => null, wait: () => null };

/** At most `most` per minute for an IPv4 address or an IPv6 /64 network. */
export function addressLimit(most: number): AddressLimit {
  const counts = new Map<string, number>();
  let endsMs = 0;
  const begin = (nowMs: number) => {
    if (nowMs < endsMs && counts.size <= mostAddresses) return;
    counts.clear();
    endsMs = nowMs + windowMs;
  };
  const left = (nowMs: number) => Math.max(1, Math.ceil((endsMs - nowMs) / 1000));
  return {
    take(address, nowMs) {
      begin(nowMs);
      const network = networkOf(address);
      const count = (counts.get(network) ?? 0) + 1;
      counts.set(network, count);
      return count > most ? left(nowMs) : null;
    },
    wait(address, nowMs) {
      begin(nowMs);
      return (counts.get(networkOf(address)) ?? 0) >= most ? left(nowMs) : null;
    },
  };
}

/** Expands `::` to the zeros it abbreviates: `2001:db8::5` is in 2001:db8:0:0::/64. */
function networkOf(address: string | null): string {
  if (!address?.includes(":")) return address ?? "";
  const [head = "", tail] = address.split("::");
  const [before, after] = [head, tail ?? ""].map((part) => part.split(":").filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - (before?.length ?? 0) - (after?.length ?? 0))).fill("0");
  return [...(before ?? []), ...zeros].slice(0, 4).join(":");
}
