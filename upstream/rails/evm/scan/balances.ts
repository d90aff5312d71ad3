import { and, asc, desc, eq, gt, inArray, isNull, like, lte, min, ne, or, sql, sum } from "drizzle-orm";
import type { Tx } from "../../../db/database.ts";
import { evmAddress, evmCredit, evmSpend } from "../../../db/schema/evm.ts";
import { balancesAtOnce } from "../balances-call.ts";
import type { EvmNode } from "../node.ts";
import type { EvmNetwork } from "../settings.ts";
import { type EvmSource, lockSource, type SourceDesk } from "../source.ts";
import type { NewCredit } from "./read-credits.ts";
import { insertCredits, isFinal, isGone } from "./write-blocks.ts";

/** Of the addresses that one call reads, those issued last; the others take turns. */
const newest = 350;

/** Where the turn of the older addresses stands: the number of the last one that was read. */
export type Turn = { index: number };

/** Addresses whose balance is below what came less what was sent: something left that no transaction explains. */
export type Unexplained = readonly { place: string; missing: bigint }[];

/**
 * Finds the coin that came by the call of a contract, which no transaction of a block names: compares the balances after the
 * last block that was read with all that is written of the addresses. One call reads 700 addresses: the 350 that were issued
 * last, so that a customer is not kept waiting, and each older one in its turn.
 *
 * Such a credit rests on one answer of a node, and a node can answer with the balance after another block. So it becomes final by
 * a second answer only, after its block is final, and is taken back where a later balance is lower than it says.
 */
export async function compareBalances(
  desk: SourceDesk,
  network: EvmNetwork,
  nodes: readonly EvmNode[],
  { source, turn }: { source: EvmSource; turn: Turn },
): Promise<Unexplained> {
  const places = await placesToRead(desk, turn);
  if (places.length === 0) return [];
  const answered = await Promise.all(nodes.map((node) => node.balances(places, source.hash)));
  // A second node that says less is believed: nothing is credited that only one of them has seen.
  const balances = places.map((place, at) => ({ place, balance: smallest(answered.map((list) => list[at] ?? 0n)) }));
  return desk.db.transaction(async (tx) => {
    if (!(await lockSource(tx, source))) return [];
    const expected = await expectedBalances(tx, network, places);
    const differences = balances.map(({ place, balance }) => ({
      place,
      surplus: balance - (expected.get(place) ?? 0n),
    }));
    const credits: NewCredit[] = [];
    const unexplained: { place: string; missing: bigint }[] = [];
    for (const { place, surplus } of differences) {
      if (surplus > 0n) credits.push(await creditOf(tx, source, place, surplus));
      if (surplus >= 0n) continue;
      const missing = await takeBackSeen(tx, place, -surplus);
      if (missing > 0n) unexplained.push({ place, missing });
    }
    const confirmed = differences.flatMap(({ place, surplus }) => (surplus >= 0n ? place : []));
    await makeConfirmedFinal(tx, confirmed, source.finalHeight);
    await insertCredits(tx, credits, desk.clock.now());
    return unexplained;
  });
}

/** Only what a balance has shown is in no transaction. */
const isOfBalance = isNull(evmCredit.tx);

/** Takes back what was seen last at an address, as far as its balance is lower. Returns what that does not explain. */
async function takeBackSeen(tx: Tx, place: string, missing: bigint): Promise<bigint> {
  const seen = await tx
    .select({ id: evmCredit.id, amount: evmCredit.amount })
    .from(evmCredit)
    .where(and(isOfBalance, eq(evmCredit.place, place), eq(evmCredit.state, "seen")))
    .orderBy(desc(evmCredit.height), desc(evmCredit.id));
  let left = missing;
  const gone: string[] = [];
  for (const { id, amount } of seen)
    if (left > 0n) {
      gone.push(id);
      left -= amount;
    }
  if (gone.length > 0) await tx.update(evmCredit).set(isGone).where(inArray(evmCredit.id, gone));
  return left;
}

async function makeConfirmedFinal(tx: Tx, places: readonly string[], finalHeight: number): Promise<void> {
  const isConfirmed = and(isOfBalance, inArray(evmCredit.place, [...places]), lte(evmCredit.height, finalHeight));
  await tx
    .update(evmCredit)
    .set(isFinal)
    .where(and(eq(evmCredit.state, "seen"), isConfirmed));
}

async function placesToRead({ db }: SourceDesk, turn: Turn): Promise<string[]> {
  const columns = { place: evmAddress.place, index: evmAddress.index };
  const young = await db.orm.select(columns).from(evmAddress).orderBy(desc(evmAddress.index)).limit(newest);
  const isLost = and(eq(evmCredit.state, "gone"), ne(sql`coalesce(told, '')`, "gone"));
  const open = await db.orm
    .select({ place: evmCredit.place })
    .from(evmCredit)
    .where(and(isOfBalance, or(eq(evmCredit.state, "seen"), isLost)))
    .groupBy(evmCredit.place)
    .orderBy(min(evmCredit.height))
    .limit(newest / 2);
  const room = balancesAtOnce - young.length - open.length;
  const inTurn = (after: number) =>
    db.orm
      .select(columns)
      .from(evmAddress)
      .where(gt(evmAddress.index, after))
      .orderBy(asc(evmAddress.index))
      .limit(room);
  const old = await inTurn(turn.index);
  // From the first one again.
  turn.index = old.length < room ? -1 : (old.at(-1)?.index ?? -1);
  return [...new Set([...open, ...young, ...old].map(({ place }) => place))];
}

/** Credits and top-ups of the addresses, less what they have sent and paid for it. */
async function expectedBalances(tx: Tx, { key }: EvmNetwork, places: readonly string[]): Promise<Map<string, bigint>> {
  const came = await tx
    .select({ place: evmCredit.place, amount: sum(evmCredit.amount) })
    .from(evmCredit)
    .where(and(inArray(evmCredit.place, [...places]), isNull(evmCredit.token), ne(evmCredit.state, "gone")))
    .groupBy(evmCredit.place);
  const toppedUp = await tx
    .select({ place: evmSpend.recipient, amount: sum(evmSpend.amount) })
    .from(evmSpend)
    .where(and(inArray(evmSpend.recipient, [...places]), eq(evmSpend.sender, key.gas.place)))
    .groupBy(evmSpend.recipient);
  const left = await tx
    .select({ place: evmSpend.sender, amount: sql<string>`-sum(${evmSpend.amount} + ${evmSpend.fee})` })
    .from(evmSpend)
    .where(inArray(evmSpend.sender, [...places]))
    .groupBy(evmSpend.sender);
  const expected = new Map<string, bigint>();
  for (const { place, amount } of [...came, ...toppedUp, ...left])
    if (place !== null) expected.set(place, (expected.get(place) ?? 0n) + BigInt(amount ?? 0));
  return expected;
}

/** Named by how many of its kind came before; one that a reorganisation took is the same again. */
async function creditOf(tx: Tx, { height, hash }: EvmSource, place: string, amount: bigint): Promise<NewCredit> {
  const rows = await tx
    .select({ id: evmCredit.id })
    .from(evmCredit)
    .where(and(eq(evmCredit.place, place), like(evmCredit.id, "balance:%"), ne(evmCredit.state, "gone")));
  const used = new Set(rows.map(({ id }) => id));
  let number = 1;
  while (used.has(`balance:${place}:${number}`)) number += 1;
  return {
    id: `balance:${place}:${number}`,
    place,
    token: null,
    amount,
    tx: null,
    sender: null,
    nonce: null,
    payer: null,
    height,
    hash,
  };
}

const smallest = (amounts: readonly bigint[]) => amounts.reduce((least, amount) => (amount < least ? amount : least));
