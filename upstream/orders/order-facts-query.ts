import { isDeepStrictEqual } from "node:util";
import { getTableColumns } from "drizzle-orm";
import type { Orm } from "../db/database.ts";
import { account } from "../db/schema/ledger.ts";
import { order, orderEvent, payment } from "../db/schema/orders.ts";
import { outgoing } from "../db/schema/outgoing.ts";
import { emailMessage } from "../db/schema/service.ts";
import { unpaidHold } from "../db/schema/unpaid.ts";
import { listReader } from "../db/sql/list-reader.ts";
import { walletFacts } from "../db/sql/wallet-facts.ts";
import { entriesOfOrder } from "../ledger/read.ts";
import { accounts, placeAccount } from "../ledger/rules/booking.ts";
import { type AccountState, availableOf, lyingAt, postedOf } from "../ledger/state.ts";
import { costTermsOf } from "../market/rules/costs.ts";
import type { Context } from "../ports/context.ts";
import type { MarketSnapshot } from "../ports/market.ts";
import { pricePair } from "./quotes/priced-pair.ts";
import type { AssetFacts, MovementKind, OrderFacts, OutgoingFact, ReserveFacts } from "./rules/order-facts.ts";

export type OrderRow = typeof order.$inferSelect;
type Reader = Pick<Orm, "execute">;
type LoadContext = Pick<Context, "clock" | "policy" | "rails" | "rates">;

const byId = { columns: getTableColumns(account), key: account.id, orderBy: [] };
const { withdrawalId: _withdrawal, ...outgoingColumns } = getTableColumns(outgoing);
/** The order's history, and the ledger accounts most orders depend on. */
const factLists = {
  payments: { columns: getTableColumns(payment), key: payment.orderRef, orderBy: [payment.seenAt, payment.id] },
  outgoing: {
    columns: outgoingColumns,
    key: outgoing.orderRef,
    orderBy: [outgoing.createdAt, outgoing.attempt],
  },
  entries: entriesOfOrder,
  accounts: byId,
  holds: { columns: getTableColumns(unpaidHold), key: unpaidHold.orderRef, orderBy: [] },
};
const events = {
  columns: getTableColumns(orderEvent),
  key: orderEvent.orderRef,
  orderBy: [orderEvent.version, orderEvent.at, orderEvent.id],
};
const readAccounts = listReader({ accounts: byId });
const readFactLists = listReader(factLists);
const orders = { columns: getTableColumns(order), key: order.ref, orderBy: [] };
const readOrderAndLists = listReader({ ...factLists, orders });
/** What became of the order's emails, oldest first. */
const emails = {
  columns: { to: emailMessage.to, status: emailMessage.status },
  key: emailMessage.orderRef,
  orderBy: [emailMessage.createdAt],
};
const readTimeline = listReader({ ...factLists, orders, events, emails });
type FactLists = Awaited<ReturnType<typeof readFactLists>>;

/**
 * All facts for a decision about this order, inside a transaction that has locked its row: otherwise a payment between
 * the two reads would contradict the row. `extraAssets`: an asset the event brings, known or not. The market's snapshot
 * is taken before: reading it inside would wait for the transaction itself.
 */
export async function loadFacts(
  ctx: LoadContext,
  reader: Reader,
  row: OrderRow,
  market: MarketSnapshot,
  { extraAssets = [], ahead }: { extraAssets?: string[]; ahead?: FactsAhead | undefined } = {},
): Promise<LoadedFacts> {
  const keys = keysOf(ctx, row, market, extraAssets);
  const isWanted = ahead !== undefined && isDeepStrictEqual(ahead.keys, keys);
  const lists = isWanted ? ahead.lists : await readFactLists(reader, keys);
  return completeFacts(ctx, reader, row, market, extraAssets, lists);
}

/** With what the order holds of the reserve while it is unpaid. */
type LoadedFacts = OrderFacts & { hold: typeof unpaidHold.$inferSelect | null };

/** What was read for `keys`, by which a reader can see whether it is what it needs. */
export type FactsAhead = { keys: ReturnType<typeof keysOf>; lists: FactLists };

/**
 * Reads the facts in the statement behind the one that locks the order, without waiting for the row. `before`: the row as it
 * was read earlier. `loadFacts` reads again where the row is another one by then.
 */
export async function readFactsAhead(
  ctx: LoadContext,
  reader: Reader,
  before: OrderRow,
  market: MarketSnapshot,
): Promise<FactsAhead> {
  const keys = keysOf(ctx, before, market, []);
  return { keys, lists: await readFactLists(reader, keys) };
}

/**
 * The order as it is now and its facts, read in one statement and so in one snapshot, without a lock. `before`: the row
 * as it was read earlier.
 */
export async function readOrder(ctx: LoadContext, reader: Reader, before: OrderRow, market: MarketSnapshot) {
  const keys = { ...keysOf(ctx, before, market, []), orders: [before.ref] };
  const { orders: orderRows, ...rest } = await readOrderAndLists(reader, keys);
  const row = orderRows[0] ?? before;
  return { row, facts: await completeFacts(ctx, reader, row, market, [], rest) };
}

/** The same with all events and emails of the order, oldest first. */
export async function readTimelineOf(ctx: LoadContext, reader: Reader, before: OrderRow, market: MarketSnapshot) {
  const keys = { ...keysOf(ctx, before, market, []), orders: [before.ref], events: [before.ref], emails: [before.ref] };
  const { orders: orderRows, events: past, emails: emailRows, ...rest } = await readTimeline(reader, keys);
  const row = orderRows[0] ?? before;
  return { row, facts: await completeFacts(ctx, reader, row, market, [], rest), events: past, emails: emailRows };
}

export type Timeline = Awaited<ReturnType<typeof readTimelineOf>>;

/** Facts of a draft without a database query: a draft has no history, and the snapshot is at most a second old. */
export function draftFacts(ctx: LoadContext, row: OrderRow, market: MarketSnapshot): OrderFacts {
  const { assets: marketAssets } = market;
  const assets = assetFacts(ctx, market, [row.fromAsset, row.toAsset]);
  const cash = marketAssets.map(({ id, reserve }) => [accounts.rail(ctx.rails.payoutRail(id) ?? "", id), reserve]);
  const reserves = marketAssets.map(({ id, reserve, shortfall }) => [
    id,
    { available: reserve, shortfall, elsewhere: 0n },
  ]);
  const money = { cash: Object.fromEntries(cash), reserves: Object.fromEntries(reserves) };
  return factsOf(ctx, row, market, { assets, payments: [], outgoing: [], entries: [], ...money, wallet: null });
}

function keysOf(
  ctx: LoadContext,
  { ref, fromAsset, toAsset }: OrderRow,
  market: MarketSnapshot,
  extraAssets: string[],
) {
  const of = [ref];
  const loaded = accountsOf(market, assetFacts(ctx, market, [fromAsset, toAsset, ...extraAssets]), []);
  return { payments: of, outgoing: of, entries: of, accounts: loaded, holds: of };
}

/** Payments may have brought other assets and rails. */
async function completeFacts(
  ctx: LoadContext,
  reader: Reader,
  row: OrderRow,
  market: MarketSnapshot,
  extraAssets: string[],
  { accounts: accountStates, holds, ...rest }: FactLists,
): Promise<LoadedFacts> {
  const orderAssets = [row.fromAsset, row.toAsset, ...rest.payments.map(({ asset }) => asset)];
  const assets = assetFacts(ctx, market, [...orderAssets, ...extraAssets]);
  const rails = rest.payments.map(({ place, rail, asset }) => placeAccount(place, rail, asset));
  const loaded = new Set(keysOf(ctx, row, market, extraAssets).accounts);
  const missing = accountsOf(market, assets, rails).filter((id) => !loaded.has(id));
  const missingStates = missing.length > 0 ? (await readAccounts(reader, { accounts: missing })).accounts : [];
  const facts = factsOf(ctx, row, market, {
    assets,
    ...rest,
    outgoing: rest.outgoing.flatMap((row) => (isOfOrder(row) ? [row] : [])),
    ...moneyFacts(market, [...accountStates, ...missingStates], Object.keys(assets)),
    wallet: await walletFacts(reader, row),
  });
  return { ...facts, hold: holds[0] ?? null };
}

function factsOf(
  ctx: LoadContext,
  row: OrderRow,
  market: MarketSnapshot,
  read: Pick<OrderFacts, "assets" | "payments" | "outgoing" | "entries" | "reserves" | "cash" | "wallet">,
): OrderFacts {
  const now = ctx.clock.now();
  const pair = market.pairs.get(row.pairId);
  if (!pair) throw new Error(`Order ${row.ref} has a pair that no longer exists: ${row.pairId}`);
  const { status, priced } = pricePair(pair, ctx.rates, now);
  return {
    now,
    policy: ctx.policy,
    order: row,
    pair: {
      isActive: status === "active" || status === "reserve_low",
      minFrom: priced?.terms.minFrom ?? pair.row.minFrom,
      maxFrom: pair.row.maxFrom,
    },
    ...read,
    unpaid: null,
    payer: null,
    atAddress: {},
    market: priced
      ? {
          rate: priced.terms.rate,
          ...(priced.terms.tiers && { tiers: priced.terms.tiers }),
          referenceRate: priced.reference.rate,
          referenceSource: priced.reference.source,
          costTerms: priced.terms.costs && costTermsOf(priced.terms.costs),
        }
      : null,
  };
}

function assetFacts(ctx: Pick<Context, "rails">, market: MarketSnapshot, ids: string[]): Record<string, AssetFacts> {
  const wantedIds = new Set(ids);
  const wanted = market.assets.filter(({ id }) => wantedIds.has(id));
  // By the first rail that pays an asset out; asked once each, since rails build their answer.
  const payoutsOf = new Map(wanted.map(({ id }) => [id, ctx.rails.payoutsOf(id)]));
  const payingFees = new Set([...payoutsOf.values()].map(([payout]) => payout?.gas?.asset));
  const rows = [...wanted, ...market.assets.filter(({ id }) => payingFees.has(id) && !wantedIds.has(id))];
  return Object.fromEntries(
    rows.map((row) => {
      const payouts = payoutsOf.get(row.id) ?? ctx.rails.payoutsOf(row.id);
      const sweeping = payouts.filter(({ hotAddress }) => hotAddress !== null);
      const [payoutRail, gas] = [payouts[0]?.id ?? null, payouts[0]?.gas ?? null];
      return [row.id, { ...row, payoutRail, gas, depositRails: sweeping.map(({ id }) => id) }];
    }),
  );
}

/** Ledger accounts of the assets: at all rails, reserve and shortfall. */
function accountsOf(market: MarketSnapshot, assets: Record<string, AssetFacts>, rails: string[]): string[] {
  const assetAccounts = Object.values(assets).flatMap(({ id, payoutRail }) => [
    ...(payoutRail === null ? [] : [accounts.rail(payoutRail, id)]),
    accounts.reserve(id),
    accounts.shortfall(id),
    ...elsewhereOf(market, id),
  ]);
  return [...new Set([...assetAccounts, ...rails])];
}

const elsewhereOf = (market: MarketSnapshot, id: string) => market.assets.find((row) => row.id === id)?.elsewhere ?? [];

/** An account without a row has never been used: zero. */
function moneyFacts(
  market: MarketSnapshot,
  rows: AccountState[],
  assets: string[],
): Pick<OrderFacts, "reserves" | "cash"> {
  const accountById = new Map(rows.map((row) => [row.id, row]));
  const read = (id: string, sum: typeof availableOf) => {
    const row = accountById.get(id);
    return row ? sum(row) : 0n;
  };
  const reserveOf = (id: string): ReserveFacts => ({
    available: read(accounts.reserve(id), availableOf),
    shortfall: read(accounts.shortfall(id), postedOf),
    elsewhere: elsewhereOf(market, id).reduce((sum, accountId) => sum + read(accountId, lyingAt), 0n),
  });
  const cash = rows.filter(({ id }) => id.startsWith("assets:"));
  return {
    reserves: Object.fromEntries(assets.map((id) => [id, reserveOf(id)])),
    cash: Object.fromEntries(cash.map((row) => [row.id, availableOf(row)])),
  };
}

/** The database refuses other kinds with an order's reference. */
function isOfOrder<Row extends { kind: MovementKind }>(row: Row): row is Row & Pick<OutgoingFact, "kind"> {
  return row.kind === "payout" || row.kind === "refund";
}
