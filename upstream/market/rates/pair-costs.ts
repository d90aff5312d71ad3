import type { asset } from "../../db/schema/market.ts";
import type { PairCosts } from "../rules/costs.ts";
import { ceilDiv } from "../rules/division.ts";
import type { FeeShare } from "./fee-shares.ts";
import type { RailsOfMarket } from "./network-costs.ts";
import { mostSweepCost } from "./sweep-cost.ts";

type CostedAsset = Pick<typeof asset.$inferSelect, "id" | "costIn" | "costInBps" | "costOut" | "costOutBps"> & {
  networkCost: bigint | null;
};
type Sources = {
  rails: Pick<RailsOfMarket, "payoutRail" | "payoutFor">;
  shareOf(asset: string): FeeShare | undefined;
};

/**
 * What one exchange costs us: what the services take of its payment and for its payout, the network's fee of the payout, and one
 * sweep of its payment where its rail sweeps; at the network's prices of the hour, or the most that it may ask where they are not
 * known. Null while a coin that pays one of these fees has no rate.
 */
export function pairCosts(
  { rails, shareOf }: Sources,
  { from, to }: { from: CostedAsset; to: CostedAsset },
): PairCosts | null {
  const [sweeping, paying] = [from, to].map(({ id }) =>
    rails.payoutRail(id) === undefined ? undefined : rails.payoutFor(id),
  );
  const network = paying && paying.gas !== null ? to.networkCost : 0n;
  const sweep = sweeping && sweeping.hotAddress !== null ? mostSweepCost(sweeping, from) : 0n;
  if (network === null || sweep === null) return null;
  const atShare = (cost: bigint, share = { now: 1n, most: 1n }) => ceilDiv(cost * share.now, share.most);
  return {
    payin: from.costIn + atShare(sweep, shareOf(from.id)),
    payout: to.costOut + atShare(network, shareOf(to.id)),
    bps: from.costInBps + to.costOutBps,
  };
}
