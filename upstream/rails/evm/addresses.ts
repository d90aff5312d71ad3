import { asc, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod/v4";
import type { Orm } from "../../db/database.ts";
import { evmAddress } from "../../db/schema/evm.ts";
import { RailUnavailable } from "../../ports/rail.ts";
import type { EvmNode } from "./node.ts";
import type { EvmNetwork } from "./settings.ts";
import { openSource, type SourceDesk } from "./source.ts";

/** Whose an address is: an order's by its ref, or a wallet's by the key that its feature chose. */
export type AddressOwner = { orderRef: string } | { walletKey: string };
export type AddressRow = typeof evmAddress.$inferSelect;

/** A page waits for it. */
const issueTimeoutMs = 4000;
/** Numbers that were used before, which are passed over: an older database was restored. */
const mostUsed = 200;
/** Addresses in one list of a statement. */
const listSize = 5000;

/**
 * The address of an order or a wallet, issued when first asked for; of two calls at once both get the first one's. Its number
 * comes from the sequence, and one whose address has money or has sent some is passed over: after a restore of an older
 * database its numbers were given out before. Throws `RailUnavailable` where the node is away, of another chain, or the rail
 * is stopped: nobody is asked to pay where no payment would be seen.
 */
export async function issueAddress(
  desk: SourceDesk,
  network: EvmNetwork,
  node: EvmNode,
  owner: AddressOwner,
): Promise<AddressRow> {
  const existing = await addressOf(desk.db.orm, owner);
  const source = await openSource(desk, network, node);
  if (source.stopped !== null) throw new RailUnavailable(`The rail evm is stopped: ${source.stopped}`);
  if (existing) return existing;
  const otherKey = await otherKeyThanBefore(desk.db.orm, network);
  if (otherKey) throw new RailUnavailable(otherKey);
  const { index, place, checksummed } = await nextUnused(desk, network, node);
  await desk.db.orm
    .insert(evmAddress)
    .values({ index, place, shown: checksummed, ...owner, issuedAt: desk.clock.now() })
    .onConflictDoNothing();
  const issued = await addressOf(desk.db.orm, owner);
  if (!issued) throw new Error(`The address ${checksummed} is another owner's already`);
  return issued;
}

/**
 * Says so where EVM_XPUB is another key than the one that addresses were issued from: what came to those could not be swept, and
 * money that comes to new ones might be nobody's here. Undefined while nothing was issued.
 */
export async function otherKeyThanBefore(
  reader: Pick<Orm, "select">,
  { key }: Pick<EvmNetwork, "key">,
): Promise<string | undefined> {
  const [first] = await reader.select().from(evmAddress).orderBy(asc(evmAddress.index)).limit(1);
  if (!first || key.deposit(first.index).place === first.place) return undefined;
  return `EVM_XPUB is another key than the one that addresses were issued from: number ${first.index} was ${first.shown}.`;
}

export async function addressOf(reader: Pick<Orm, "select">, owner: AddressOwner): Promise<AddressRow | undefined> {
  const isOwner =
    "orderRef" in owner ? eq(evmAddress.orderRef, owner.orderRef) : eq(evmAddress.walletKey, owner.walletKey);
  const [row] = await reader.select().from(evmAddress).where(isOwner);
  return row;
}

/** Which of these places, in small letters, were issued. However many there are, memory holds the answer only. */
export async function issuedAmong(reader: Pick<Orm, "select">, places: Iterable<string>): Promise<Set<string>> {
  const all = [...new Set(places)];
  const issued = new Set<string>();
  for (let at = 0; at < all.length; at += listSize) {
    const part = all.slice(at, at + listSize);
    const rows = await reader
      .select({ place: evmAddress.place })
      .from(evmAddress)
      .where(inArray(evmAddress.place, part));
    for (const { place } of rows) issued.add(place);
  }
  return issued;
}

const nextRow = z.tuple([z.object({ index: z.coerce.number().int() })]);

async function nextUnused({ db }: SourceDesk, network: EvmNetwork, node: EvmNode) {
  for (let tried = 0; tried < mostUsed; tried += 1) {
    const { rows } = await db.orm.execute(sql`select nextval('evm_address_index') as index`);
    const [{ index }] = nextRow.parse(rows);
    const address = network.key.deposit(index);
    const state = await node.isUnused(address.checksummed, [...network.tokens.values()], issueTimeoutMs);
    if (state.chainId !== network.chainId)
      throw new RailUnavailable(
        `The Ethereum node is of chain ${state.chainId}, and EVM_CHAIN_ID is ${network.chainId}`,
      );
    if (state.isUnused) return { index, ...address };
  }
  throw new RailUnavailable(`The next ${mostUsed} addresses of EVM_XPUB were all used before`);
}
