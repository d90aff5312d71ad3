import type { RailsOfMarket } from "./network-costs.ts";

/** How long the network's price counts; a rail is asked again then, in the background. */
const maxAgeMs = 60_000;
/** Older than that it is no price of this hour, and the most that a transfer may cost counts. */
const longestMs = 3_600_000;
/** The first reader waits this long for the first prices. */
const firstWaitMs = 1000;

/** `now` of `most`: what the network asks at this moment, of the most that it may ask. */
export type FeeShare = { now: bigint; most: bigint };

/**
 * What networks ask now, by asset, from memory: quotes never wait for a network. `elapsedMs` is a monotonic clock. Undefined where
 * the rail has not said it within the hour.
 */
export function feeShares(rails: Pick<RailsOfMarket, "payoutFor" | "payoutRail">, elapsedMs: () => number) {
  const shares = new Map<string, FeeShare & { at: number }>();
  let askedAt: number | null = null;
  const ask = async (asset: string) => {
    const { sweepGas, sweepGasNow } = rails.payoutFor(asset);
    if (sweepGas === null) return;
    // Whatever keeps a rail from answering: the last price counts for the hour, and then the most.
    const now = await sweepGasNow().catch(() => null);
    if (now !== null) shares.set(asset, { now, most: sweepGas.amount, at: elapsedMs() });
  };
  return {
    of(asset: string): FeeShare | undefined {
      const share = shares.get(asset);
      return share && elapsedMs() - share.at <= longestMs ? share : undefined;
    },
    async refresh(assets: readonly string[]): Promise<void> {
      const isFirst = askedAt === null;
      if (askedAt !== null && elapsedMs() - askedAt < maxAgeMs) return;
      askedAt = elapsedMs();
      const asked = Promise.all(assets.filter((id) => rails.payoutRail(id) !== undefined).map(ask));
      if (isFirst) await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, firstWaitMs).unref())]);
    },
  };
}
