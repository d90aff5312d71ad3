import type { Maintenance } from "../db/maintenance.ts";
import type { asset, pair } from "../db/schema/market.ts";
import type { PairCosts } from "../market/rules/costs.ts";
import type { AddedMargin } from "../market/rules/widened-margins.ts";

/**
 * An asset with its public reserve and its shortfall, in minor units. `receiveEnabled` and `sendEnabled`: by its row, and a
 * running rail does it. `explorerTx`: null of simulated money. `withdrawFee` is what is charged now: it follows the
 * network's cost. `networkCost`: what the fee of one transfer has to pay for; null where nothing, or where there is no rate.
 * `elsewhere`: ledger accounts of the asset at rails that cannot pay it out. `approvalAbove`: a larger payout needs an
 * approval; null where none does. `usualMinutes`: within which most payouts that a person sends were sent of late; null where none
 * does, or too few were.
 */
export type MarketAsset = typeof asset.$inferSelect & {
  networkCost: bigint | null;
  reserve: bigint;
  /** Our own money that nothing is promised of, wherever it lies. */
  position: bigint;
  shortfall: bigint;
  approvalAbove: bigint | null;
  usualMinutes: number | null;
  elsewhere: string[];
};
/**
 * What is charged now: `payoutFee` follows the network's cost, the margins have what is added now. `costs`: what one exchange
 * costs us at most; null while a coin that pays network fees has no rate. `hasFloor`: nothing is paid out beyond what pays for them.
 * `added`: what the margins of `row` have beyond those that are set.
 */
export type MarketPair = {
  row: typeof pair.$inferSelect;
  from: MarketAsset;
  to: MarketAsset;
  costs: PairCosts | null;
  hasFloor: boolean;
  added: AddedMargin;
};

/** Assets, pairs and reserves at one moment, in the operator's order; hidden pairs are included. */
export type MarketSnapshot = {
  assets: MarketAsset[];
  pairs: ReadonlyMap<string, MarketPair>;
  /** Null while orders are accepted. */
  maintenance: Maintenance | null;
};

export type Market = {
  /** From memory while younger than a second; then read again, once for all callers. */
  snapshot(): Promise<MarketSnapshot>;
  /** The same for callers that read reserves from the ledger themselves: its reserves may be those before `promised`. */
  terms(): Promise<MarketSnapshot>;
  /** The snapshot in memory, where `snapshot` would answer without reading; undefined otherwise. Never waits. */
  peek(): MarketSnapshot | undefined;
  /** Call after a change in this process: the next caller gets the current state, rates included. */
  changed(): void;
  /** Call when an order changed reserves and nothing else: invalidates the reserves for `snapshot`, not for `terms`. */
  reserveChanged(): void;
};
