import { eq } from "drizzle-orm";
import { z } from "zod/v4";
import type { Database } from "../../db/database.ts";
import { asset, pair } from "../../db/schema/market.ts";
import { audit, setting } from "../../db/schema/service.ts";
import { demoMarketOf } from "./demo-market.ts";
import { marketEntries } from "./market-entries.ts";
import { seed } from "./seed.ts";

const settingName = "first_market";
const marketKind = z.enum(["demo", "closed"]);
type MarketKind = z.infer<typeof marketKind>;

/**
 * Fills the market of a database at its first start: with the demo market, or for a public exchange with nothing but
 * the currencies and directions that this program can serve, all closed and without a rate. Which one is decided once and
 * stored: a later start or command with other settings must not add a demo's money to a real exchange. `wanted`: what a
 * first start would decide; null for what must not decide, such as a command on a database of many. `isIncluded`: whether an
 * asset, and each pair of two such, belongs to it.
 */
export async function beginMarket(
  db: Database,
  wanted: MarketKind | null,
  now: Date,
  isIncluded: (asset: string) => boolean = () => true,
): Promise<void> {
  const kind = await decidedKind(db, wanted, now);
  if (kind === "demo") await seed(db, now, isIncluded);
  if (kind === "closed") await addClosedMarket(db, now, isIncluded);
}

async function decidedKind(db: Database, wanted: MarketKind | null, now: Date): Promise<MarketKind | null> {
  const stored = () => db.orm.select({ value: setting.value }).from(setting).where(eq(setting.name, settingName));
  const [before] = await stored();
  if (before) return marketKind.parse(before.value);
  if (wanted === null) return null;
  await db.orm.insert(setting).values({ name: settingName, value: wanted, updatedAt: now }).onConflictDoNothing();
  // Of several processes that start at once the first one decides.
  const [row] = await stored();
  return marketKind.parse(row?.value);
}

/** Adds what is missing and never changes an existing row. Each pair is put on sale by `pairs open`, with its terms. */
async function addClosedMarket(db: Database, now: Date, isIncluded: (asset: string) => boolean): Promise<void> {
  const market = demoMarketOf(isIncluded);
  if (market.assets.length === 0) return;
  const closedAssets = market.assets.map((row) => ({ ...row, receiveEnabled: false, sendEnabled: false }));
  const hiddenPairs = market.pairs.map(({ referenceRate: _, ...row }) => ({ ...row, ...noTerms }));
  await db.transaction(async (tx) => {
    const assets = await tx.insert(asset).values(closedAssets).onConflictDoNothing().returning();
    // A market of one asset has no pair, and an insert of no rows is refused.
    const hasPairs = hiddenPairs.length > 0;
    const pairs = hasPairs ? await tx.insert(pair).values(hiddenPairs).onConflictDoNothing().returning() : [];
    const entries = marketEntries({ assets, pairs, rates: [], promos: [] }, now, "first start");
    if (entries.length > 0) await tx.insert(audit).values(entries).onConflictDoNothing();
  });
}

const noTerms = { status: "hidden", marginBps: 0, serviceBps: 0, payoutFee: 0n, minFrom: 0n, maxFrom: 0n } as const;
