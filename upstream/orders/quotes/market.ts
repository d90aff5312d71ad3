import type { Orm } from "../../db/database.ts";
import { readMaintenance } from "../../db/maintenance.ts";
import { asset, pair } from "../../db/schema/market.ts";
import { ownMoney, shortfalls } from "../../ledger/read.ts";
import { accounts } from "../../ledger/rules/booking.ts";
import { networkCosts, type RailsOfMarket } from "../../market/rates/network-costs.ts";
import { pairCosts } from "../../market/rates/pair-costs.ts";
import { addedMarginBps } from "../../market/rules/margin-hours.ts";
import { followingFee } from "../../market/rules/network-fee.ts";
import { heldWideningBps, widenedMargins } from "../../market/rules/widened-margins.ts";
import { approvedAbove, type PayoutCaps } from "../../payouts/rules/payout-caps.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Market, MarketSnapshot } from "../../ports/market.ts";
import type { RateSource } from "../../ports/rates.ts";

/** Greatest age of a snapshot. Another process may change the market, and PostgreSQL does not notify us. */
const maxAgeMs = 1000;
/**
 * From this age one caller refreshes the snapshot while others still get the old one, so that nobody waits under load.
 */
const renewAfterMs = 800;

/**
 * `feesFollow`: fees of withdrawals and payouts rise with what their network takes; otherwise they are as operators set them.
 * `hasFloor`: no exchange pays out more than what pays for its costs. `payoutCaps`: null where payouts have none.
 */
type Sources = {
  orm: Orm;
  rates: RateSource;
  rails: RailsOfMarket;
  clock: Pick<Clock, "now">;
  feesFollow: boolean;
  hasFloor: boolean;
  payoutCaps: PayoutCaps | null;
};

/**
 * In-memory market data (assets, pairs, reserves) for the most frequent calls. `elapsedMs` is a monotonic clock: the
 * age of a snapshot is real time, whatever the sandbox's clock says. `onChange` is called at each `changed`.
 */
export function openMarket(sources: Sources, elapsedMs: () => number, onChange = () => {}): Market {
  let cached: { snapshot: MarketSnapshot; readAt: number; reserveChanges: number } | undefined;
  let reading: { promise: Promise<MarketSnapshot>; changes: number; reserveChanges: number } | undefined;
  let changes = 0;
  let reserveChanges = 0;

  const read = async (after: { changes: number; reserveChanges: number }): Promise<MarketSnapshot> => {
    const readAt = elapsedMs();
    await sources.rates.refresh();
    const snapshot = await readMarket(sources);
    // A change during the read may be missing from it: usable for earlier callers, but not cached.
    if (after.changes === changes) cached = { snapshot, readAt, reserveChanges: after.reserveChanges };
    return snapshot;
  };
  const renew = (): Promise<MarketSnapshot> => {
    if (reading?.changes === changes && reading.reserveChanges === reserveChanges) return reading.promise;
    const current = { promise: read({ changes, reserveChanges }), changes, reserveChanges };
    reading = current;
    const done = () => {
      if (reading === current) reading = undefined;
    };
    current.promise.then(done, done);
    return current.promise;
  };
  const young = async (): Promise<MarketSnapshot> => {
    const age = cached ? elapsedMs() - cached.readAt : Number.POSITIVE_INFINITY;
    if (!cached || age > maxAgeMs) return reading?.changes === changes ? reading.promise : renew();
    if (age > renewAfterMs && !reading) renew().catch(() => {});
    return cached.snapshot;
  };

  return {
    snapshot: async () => (cached?.reserveChanges === reserveChanges ? young() : renew()),
    terms: young,
    peek() {
      const age = cached ? elapsedMs() - cached.readAt : Number.POSITIVE_INFINITY;
      if (!cached || age > maxAgeMs || cached.reserveChanges !== reserveChanges) return undefined;
      if (age > renewAfterMs && !reading) renew().catch(() => {});
      return cached.snapshot;
    },
    changed() {
      changes += 1;
      cached = undefined;
      onChange();
    },
    reserveChanged() {
      reserveChanges += 1;
    },
  };
}

/** What an asset's rails cannot do is closed, and nobody pays real money for simulated money or the reverse. */
async function readMarket(sources: Sources): Promise<MarketSnapshot> {
  const { orm, rates, rails, clock, feesFollow, hasFloor, payoutCaps } = sources;
  const assetRows = await orm.select().from(asset).orderBy(asset.sort, asset.id);
  const pairRows = await orm.select().from(pair).orderBy(pair.sort, pair.id);
  const moneyByAsset = await ownMoney(orm, rails.payoutRail);
  const missing = await shortfalls(orm);
  const costs = await networkCosts(orm, { rates, rails }, { assets: assetRows, pairs: pairRows }, clock.now());
  const costOf = (id: string) => (feesFollow ? (costs.get(id)?.charged ?? null) : null);
  const usualTimes = await usualPayoutTimes(rails, assetRows);
  const assets = assetRows.map((row) => ({
    ...row,
    receiveEnabled: row.receiveEnabled && rails.payinMethods(row.id).length > 0,
    sendEnabled: row.sendEnabled && rails.payoutRail(row.id) !== undefined,
    explorerTx: rails.isSimulated(row.id) ? null : row.explorerTx,
    // At least half of the smallest withdrawal arrives.
    withdrawFee: followingFee(row.withdrawFee, costOf(row.id), row.minWithdraw / 2n),
    networkCost: costs.get(row.id)?.charged ?? null,
    reserve: moneyByAsset.get(row.id)?.reserve ?? 0n,
    position: moneyByAsset.get(row.id)?.position ?? 0n,
    shortfall: missing.get(row.id) ?? 0n,
    approvalAbove:
      payoutCaps &&
      approvedAbove(payoutCaps[row.id], { held: moneyByAsset.get(row.id)?.held ?? 0n, decimals: row.decimals }),
    usualMinutes: usualTimes.get(row.id) ?? null,
    elsewhere: placesElsewhere(moneyByAsset.get(row.id)?.elsewhere ?? [], rails.payoutRail(row.id), row.id),
  }));
  const byId = new Map(assets.map((row) => [row.id, row]));
  const pairs = pairRows.flatMap((row) => {
    const from = byId.get(row.from);
    const to = byId.get(row.to);
    const isMixed = rails.isSimulated(row.from) !== rails.isSimulated(row.to);
    // Who holds enough of an asset buys no more of it.
    const isFull = from !== undefined && from.heldMost !== null && from.position > from.heldMost;
    const status = row.status === "active" && (isMixed || isFull) ? "paused" : row.status;
    const hoursBps = addedMarginBps(row.marginHours, clock.now());
    const heldBps = from === undefined ? 0 : heldWideningBps(from, from.position);
    const { added, ...margins } = widenedMargins(row, from?.decimals ?? 0, { hoursBps, heldBps });
    const current = { ...row, status, ...margins, payoutFee: followingFee(row.payoutFee, costOf(row.to)) };
    if (!from || !to) return [];
    return [
      [row.id, { row: current, from, to, costs: pairCosts({ rails, costs }, { from, to }), hasFloor, added }] as const,
    ];
  });
  return { assets, pairs: new Map(pairs), maintenance: await readMaintenance(orm) };
}

/** By asset, in minutes, as far as the rail that pays the asset out says it. */
async function usualPayoutTimes(rails: RailsOfMarket, assets: readonly { id: string }[]): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  for (const { id } of assets) {
    const minutes = rails.payoutRail(id) === undefined ? null : await rails.payoutFor(id).usualMinutes?.();
    if (minutes != null) times.set(id, minutes);
  }
  return times;
}

/** With the deposits of the paying rail before anything has arrived there: the first one is known to no older snapshot. */
function placesElsewhere(deposited: { id: string }[], payoutRail: string | undefined, assetId: string): string[] {
  const deposits = payoutRail === undefined ? [] : [accounts.deposits(payoutRail, assetId)];
  return [...new Set([...deposited.map(({ id }) => id), ...deposits])];
}
