import { and, asc, eq, gt, inArray, lte, ne, type SQL, sql } from "drizzle-orm";
import type { StatementBalance } from "../../../books/reconciliation/rules/statement-lines.ts";
import type { Orm } from "../../../db/database.ts";
import { evmAddress, evmCredit, evmSpend } from "../../../db/schema/evm.ts";
import { evmTransaction } from "../../../db/schema/evm-payouts.ts";
import { balancesAtOnce } from "../balances-call.ts";
import type { EvmNode } from "../node.ts";
import type { EvmNetwork } from "../settings.ts";
import type { SourceDesk } from "../source.ts";
import type { StatementBlock } from "./statement-block.ts";

/**
 * What the hot account, the gas account and every issued address have after a block, in the coin and each token, with what the
 * rail's own book expects at the issued ones. One call reads an asset of 700 addresses.
 */
export async function* evmBalancesAt(
  { db }: Pick<SourceDesk, "db">,
  network: EvmNetwork,
  node: EvmNode,
  block: StatementBlock,
): AsyncGenerator<readonly StatementBalance[]> {
  yield await ownAccounts(network, node, block);
  for (let after = -1; ; ) {
    const page = await db.orm
      .select({ place: evmAddress.place, checksummed: evmAddress.shown, index: evmAddress.index })
      .from(evmAddress)
      .where(gt(evmAddress.index, after))
      .orderBy(asc(evmAddress.index))
      .limit(balancesAtOnce);
    const last = page.at(-1);
    if (!last) return;
    const addresses = new Map(page.map((row) => [row.place, row.checksummed]));
    const balances = await coinBalances(db.orm, network, node, { block, addresses });
    for (const [asset, token] of network.tokens)
      balances.push(...(await tokenBalances(db.orm, node, { block, addresses }, { asset, token })));
    yield balances;
    after = last.index;
  }
}

/** `addresses`: with their checksums, by place. */
type Page = { block: StatementBlock; addresses: ReadonlyMap<string, string> };
type Sums = ReadonlyMap<string, bigint>;

/** Money comes there that no customer has paid, so there is no book of it. */
async function ownAccounts(
  { key: { hot, gas }, native, tokens }: EvmNetwork,
  node: EvmNode,
  { hash }: StatementBlock,
): Promise<StatementBalance[]> {
  const [atHot = 0n, atGas = 0n] = await node.balances([hot.place, gas.place], hash);
  const balances: StatementBalance[] = [
    { place: "hot", address: hot.checksummed, asset: native, amount: atHot, expected: null },
    { place: "gas", address: gas.checksummed, asset: native, amount: atGas, expected: null },
  ];
  for (const [asset, token] of tokens) {
    const [amount = 0n] = await node.tokenBalances(token, [hot.place], hash);
    balances.push({ place: "hot", address: hot.checksummed, asset, amount, expected: null });
  }
  return balances;
}

async function coinBalances(
  orm: Orm,
  { key, native }: EvmNetwork,
  node: EvmNode,
  { block, addresses }: Page,
): Promise<StatementBalance[]> {
  const places = [...addresses.keys()];
  const balances = await node.balances(places, block.hash);
  const credits = await creditSums(orm, places, sql`token is null and ${evmCredit.height} <= ${block.height}`);
  const isTopUp = and(eq(evmSpend.sender, key.gas.place), lte(evmSpend.height, block.height));
  const toppedUp = await spendSums(orm, evmSpend.recipient, sql`sum(${evmSpend.amount})`, places, isTopUp);
  const cost = sql`sum(${evmSpend.amount} + ${evmSpend.fee})`;
  const spent = await spendSums(orm, evmSpend.sender, cost, places, lte(evmSpend.height, block.height));
  const isNoticedLater = sql`id like 'balance:%' and ${evmCredit.height} > ${block.height}`;
  const noticedLater = await creditSums(orm, places, isNoticedLater);
  return places.map((place, at) => {
    const expected = of(credits, place) + of(toppedUp, place) - of(spent, place);
    const surplus = (balances[at] ?? 0n) - expected;
    // What a contract's call has brought is a credit of the block in which it was noticed; it came before.
    const early = surplus > 0n && surplus <= of(noticedLater, place) ? surplus : 0n;
    const amount = (balances[at] ?? 0n) - early;
    return { place: "deposits", address: addresses.get(place) ?? place, asset: native, amount, expected };
  });
}

async function tokenBalances(
  orm: Orm,
  node: EvmNode,
  { block, addresses }: Page,
  { asset, token }: { asset: string; token: string },
): Promise<StatementBalance[]> {
  const places = [...addresses.keys()];
  const balances = await node.tokenBalances(token, places, block.hash);
  const credits = await creditSums(orm, places, sql`token = ${token} and ${evmCredit.height} <= ${block.height}`);
  const swept = await sweptSums(orm, places, asset, block);
  return places.map((place, at) => ({
    place: "deposits",
    address: addresses.get(place) ?? place,
    asset,
    amount: balances[at] ?? 0n,
    expected: of(credits, place) - of(swept, place),
  }));
}

async function creditSums(orm: Orm, places: readonly string[], condition: SQL): Promise<Sums> {
  const rows = await orm
    .select({ place: evmCredit.place, sum: sql<string>`sum(${evmCredit.amount})::text` })
    .from(evmCredit)
    .where(and(inArray(evmCredit.place, [...places]), ne(evmCredit.state, "gone"), condition))
    .groupBy(evmCredit.place);
  return new Map(rows.map(({ place, sum }) => [place, BigInt(sum)]));
}

async function spendSums(
  orm: Orm,
  side: typeof evmSpend.sender | typeof evmSpend.recipient,
  sum: SQL,
  places: readonly string[],
  condition: SQL | undefined,
): Promise<Sums> {
  const rows = await orm
    .select({ place: side, sum: sql<string>`(${sum})::text` })
    .from(evmSpend)
    .where(and(inArray(side, [...places]), condition))
    .groupBy(side);
  return new Map(rows.map(({ place, sum: total }) => [place ?? "", BigInt(total)]));
}

/** What sweeps of a token have taken from the addresses. */
async function sweptSums(
  orm: Orm,
  places: readonly string[],
  asset: string,
  { height }: StatementBlock,
): Promise<Sums> {
  const rows = await orm
    .select({ place: evmSpend.sender, sum: sql<string>`sum(${evmTransaction.amount})::text` })
    .from(evmSpend)
    .innerJoin(evmTransaction, eq(evmTransaction.tx, evmSpend.tx))
    .where(
      and(
        ...[inArray(evmSpend.sender, [...places]), eq(evmSpend.succeeded, true), lte(evmSpend.height, height)],
        ...[eq(evmTransaction.step, "sweep"), eq(evmTransaction.asset, asset)],
      ),
    )
    .groupBy(evmSpend.sender);
  return new Map(rows.map(({ place, sum }) => [place, BigInt(sum)]));
}

const of = (sums: Sums, place: string) => sums.get(place) ?? 0n;
