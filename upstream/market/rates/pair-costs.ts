import type { asset } from "../../db/schema/market.ts";
import type { PairCosts } from "../rules/costs.ts";
import type { NetworkCosts, RailsOfMarket } from "./network-costs.ts";

type CostedAsset = Pick<typeof asset.$inferSelect, "id" | "costIn" | "costInBps" | "costOut" | "costOutBps">;
type Sources = {
  rails: Pick<RailsOfMarket, "payoutRail" | "payoutFor">;
  costs: ReadonlyMap<string, NetworkCosts>;
};

/**
 * What one exchange costs us: what the services take of its payment and for its payout, the network's fee of the payout, and one
 * sweep of its payment where its rail sweeps; at the networks' prices of the last hour. Null while a coin that pays one of these
 * fees has no rate.
 */
export function pairCosts(
  { rails, costs }: Sources,
  { from, to }: { from: CostedAsset; to: CostedAsset },
): PairCosts | null {
  const [sweeping, paying] = [from, to].map(({ id }) =>
    rails.payoutRail(id) === undefined ? undefined : rails.payoutFor(id),
  );
  const none = { transfer: 0n, sweep: 0n };
  const ofPayout = paying && paying.gas !== null ? costs.get(to.id) : none;
  const ofSweep = sweeping && sweeping.gas !== null && sweeping.hotAddress !== null ? costs.get(from.id) : none;
  if (!ofPayout || !ofSweep) return null;
  return {
    payin: from.costIn + ofSweep.sweep,
    payout: to.costOut + ofPayout.transfer,
    bps: from.costInBps + to.costOutBps,
  };
}
