import { formatDecimal } from "../../../contract/values/decimal.ts";
import type { Database, Tx } from "../../db/database.ts";
import { asset, pair, promo, referenceRate } from "../../db/schema/market.ts";
import { audit, setting } from "../../db/schema/service.ts";
import { book } from "../../ledger/book.ts";
import { accounts, type Booking } from "../../ledger/rules/booking.ts";
import { feeRatesSetting } from "../rates/fee-rates.ts";
import { type DemoMarket, demoAssets, demoMarketOf, sandboxRailOf } from "./demo-market.ts";
import { marketEntries } from "./market-entries.ts";

/**
 * Seeds the demo market: assets, pairs, reference rates, a promo code, and a reserve at the sandbox rails. Adds what is
 * missing and never changes an existing row, since operators own them. `isIncluded`: the assets that it has.
 */
export async function seed(
  db: Database,
  now: Date,
  isIncluded: (asset: string) => boolean = () => true,
): Promise<void> {
  const market = demoMarketOf(isIncluded);
  if (market.assets.length === 0) return;
  await db.transaction(async (tx) => {
    const assets = await tx.insert(asset).values(market.assets).onConflictDoNothing().returning();
    const pairs = await insertedPairs(tx, market);
    const added = await insertedRates(tx, market, now);
    const promos = await insertedPromos(tx, market, now);
    const rates = Object.fromEntries(
      market.feeRates.map(({ asset: id, ...rate }) => [id, { ...rate, at: now.toISOString() }]),
    );
    await tx.insert(setting).values({ name: feeRatesSetting, value: rates, updatedAt: now }).onConflictDoNothing();
    await book(tx, funding(market.reserves), now);
    const entries = [
      ...fundingEntries(market.reserves, now),
      ...marketEntries({ assets, pairs, rates: added, promos }, now, "demo market"),
    ];
    await tx.insert(audit).values(entries).onConflictDoNothing();
  });
}

// Of few assets there may be no pair and no promo code, and an insert of no rows is refused.

async function insertedPairs(tx: Tx, { pairs }: DemoMarket) {
  const rows = pairs.map(({ referenceRate: _, ...row }) => row);
  return rows.length === 0 ? [] : tx.insert(pair).values(rows).onConflictDoNothing().returning();
}

async function insertedRates(tx: Tx, { pairs }: DemoMarket, updatedAt: Date) {
  const rows = pairs.map(({ id, referenceRate: rate }) => ({
    pairId: id,
    rate,
    source: "sandbox" as const,
    updatedAt,
  }));
  return rows.length === 0 ? [] : tx.insert(referenceRate).values(rows).onConflictDoNothing().returning();
}

async function insertedPromos(tx: Tx, { promos }: DemoMarket, createdAt: Date) {
  const rows = promos.map((row) => ({ ...row, createdAt }));
  return rows.length === 0 ? [] : tx.insert(promo).values(rows).onConflictDoNothing().returning();
}

const fundingOf = (asset: string) => `funding:sandbox:${asset}`;
const entryOf = (asset: string) => `aud_${fundingOf(asset)}`;

/** Movements of our own money have an entry in the audit log, these too. */
function fundingEntries(reserves: DemoMarket["reserves"], at: Date): (typeof audit.$inferInsert)[] {
  return reserves.map(([id, amount]) => {
    const decimals = demoAssets.find((row) => row.id === id)?.decimals ?? 0;
    const details = { transfer: fundingOf(id), amount: formatDecimal(amount, decimals), after: "demo" };
    const entry = { actor: "demo market", action: "funding", subject: id, reason: "the demo market's reserve" };
    return { id: entryOf(id), ...entry, details, at };
  });
}

function funding(reserves: DemoMarket["reserves"]): Booking[] {
  return reserves.map(([asset, amount]) => ({
    do: "post",
    id: fundingOf(asset),
    debit: accounts.rail(sandboxRailOf(asset), asset),
    credit: accounts.reserve(asset),
    asset,
    amount,
    code: "funding",
    auditId: entryOf(asset),
  }));
}
