import type { asset, audit, pair, promo, referenceRate } from "../../db/schema/index.ts";
import { assetEntry } from "../asset-entry.ts";
import { firstEntryPrefix } from "../ledger-checks.ts";
import { pairEntry } from "../pair-entry.ts";

type Entry = typeof audit.$inferInsert;

/**
 * Audit entries for the rates, assets, pairs and promo codes that this start has inserted, as an operator's commands write
 * them: the audit of the books reports what has none.
 */
export function marketEntries({ assets, pairs, rates, promos }: MarketRows, at: Date, actor: FirstActor): Entry[] {
  const entry = (action: string, subject: string, details: Entry["details"]): Entry => {
    const by = { actor, reason: `the ${actor}` };
    return { id: `${firstEntryPrefix}${action}:${subject}`, ...by, action, subject, details, at };
  };
  return [
    ...assets.map((row) => entry("asset_changed", row.id, assetEntry(row))),
    ...rates.map(({ pairId, rate }) => entry("rate_set", pairId, { before: null, after: rate })),
    ...pairs.map((row) => entry("pair_changed", row.id, pairEntry(row))),
    ...promos.map(({ createdAt: _, startsAt, expiresAt, ...terms }) => {
      const times = { startsAt: startsAt?.toISOString() ?? null, expiresAt: expiresAt?.toISOString() ?? null };
      return entry("promo_added", terms.code, { ...terms, ...times });
    }),
  ];
}

/** Who the audit log says did it: nobody of the exchange. */
export type FirstActor = "demo market" | "first start";

type MarketRows = {
  assets: readonly (typeof asset.$inferSelect)[];
  pairs: readonly (typeof pair.$inferSelect)[];
  rates: readonly (typeof referenceRate.$inferSelect)[];
  promos: readonly (typeof promo.$inferSelect)[];
};
