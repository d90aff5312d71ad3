import { and, desc, eq, gt, isNotNull, isNull, lt, lte, ne } from "drizzle-orm";
import type { Tx } from "../../../db/database.ts";
import { evmBlock, evmCredit, evmFill, evmSource, evmSpend } from "../../../db/schema/evm.ts";
import type { Header } from "../node.ts";
import { blockRow, type EvmSource, evmRail, lockSource, type SourceDesk } from "../source.ts";
import type { Movements, NewCredit, NewFill } from "./read-credits.ts";

/** Blocks kept below the final one: as deep as a reorganisation can be followed. */
const keptBelowFinal = 300;
/** While blocks are read that are old, their hashes are not kept: the network does not replace them any more. */
const keptBelowTip = 1000;

/**
 * Writes consecutive blocks with all that came in them, in one transaction. Undefined where another process has read on since
 * `seen`: nothing is written then, so that no credit is written twice or for a chain that was left.
 */
export async function appendBlocks(
  { db, clock }: SourceDesk,
  seen: EvmSource,
  { blocks, tip, movements }: { blocks: readonly Header[]; tip: number; movements: Movements },
): Promise<EvmSource | undefined> {
  const last = blocks.at(-1);
  if (!last) return seen;
  return db.transaction(async (tx) => {
    if (!(await lockSource(tx, seen))) return undefined;
    const recentBlocks = blocks.filter(({ number }) => number > tip - keptBelowTip);
    const rows = recentBlocks.map((block) => blockRow(block, clock.now()));
    if (rows.length > 0) await tx.insert(evmBlock).values(rows);
    await insertCredits(tx, movements.credits, clock.now());
    await insertFills(tx, movements.fills, clock.now());
    if (movements.spends.length > 0) await tx.insert(evmSpend).values([...movements.spends]);
    return update(tx, { height: last.number, hash: last.hash, tip, checkedAt: clock.now() });
  });
}

/** Writes credits; one that had left the chain is back. Within the caller's transaction, under the lock of the source. */
export async function insertCredits(tx: Tx, credits: readonly NewCredit[], now: Date): Promise<void> {
  for (const credit of credits) {
    const replaces = await replacedBy(tx, credit);
    await tx
      .insert(evmCredit)
      .values({ ...credit, replaces, state: "seen", seenAt: now })
      .onConflictDoUpdate({
        target: evmCredit.id,
        set: { height: credit.height, hash: credit.hash, amount: credit.amount, state: "seen", ...retried },
        setWhere: eq(evmCredit.state, "gone"),
      });
  }
}

/** One that had left the chain is back. */
async function insertFills(tx: Tx, fills: readonly NewFill[], now: Date): Promise<void> {
  for (const fill of fills) {
    const { height, hash, amount } = fill;
    await tx
      .insert(evmFill)
      .values({ ...fill, state: "seen", seenAt: now })
      .onConflictDoUpdate({
        target: evmFill.id,
        set: { height, hash, amount, state: "seen" },
        setWhere: eq(evmFill.state, "gone"),
      });
  }
}

/** What changed is told at once, whatever became of the last attempt. */
const retried = { attempts: 0, nextTry: null, refused: null };
export const isGone = { state: "gone" as const, ...retried };
export const isFinal = { state: "final" as const, ...retried };

/** The same payment, sent again with a higher fee: of two transactions with one number of a sender only one can be mined. */
async function replacedBy(tx: Tx, { id, place, token, sender, nonce, tx: hash }: NewCredit): Promise<string | null> {
  if (sender == null || nonce == null || hash == null) return null;
  const [row] = await tx
    .select({ id: evmCredit.id })
    .from(evmCredit)
    .where(
      and(
        eq(evmCredit.state, "gone"),
        eq(evmCredit.sender, sender),
        eq(evmCredit.nonce, nonce),
        eq(evmCredit.place, place),
        token == null ? isNull(evmCredit.token) : eq(evmCredit.token, token),
        ne(evmCredit.tx, hash),
        ne(evmCredit.id, id),
      ),
    )
    .orderBy(desc(evmCredit.height))
    .limit(1);
  return row?.id ?? null;
}

/**
 * Takes back the blocks above `fork`, the last one that is still on the chain, with all that came in them. Whoever was told of
 * a credit hears that it is gone only once the new chain has been read to its end, where the credit may be again.
 */
export async function takeBackBlocks(
  { db, clock }: SourceDesk,
  seen: EvmSource,
  { fork, tip }: { fork: { height: number; hash: string }; tip: number },
): Promise<EvmSource | undefined> {
  return db.transaction(async (tx) => {
    const source = await lockSource(tx, seen);
    if (!source) return undefined;
    await tx.delete(evmBlock).where(gt(evmBlock.height, fork.height));
    await tx.delete(evmSpend).where(gt(evmSpend.height, fork.height));
    await tx
      .update(evmCredit)
      .set(isGone)
      .where(and(gt(evmCredit.height, fork.height), ne(evmCredit.state, "gone")));
    await tx.update(evmFill).set({ state: "gone" }).where(gt(evmFill.height, fork.height));
    const finalHeight = Math.min(source.finalHeight, fork.height);
    return update(tx, { ...fork, tip: Math.max(tip, source.tip), finalHeight, checkedAt: clock.now() });
  });
}

/**
 * Makes everything up to a height final, except what only a balance has shown (balances.ts). Undefined where another process has read on
 * since `seen`.
 */
export async function makeFinal(
  { db }: SourceDesk,
  seen: EvmSource,
  finalHeight: number,
): Promise<EvmSource | undefined> {
  return db.transaction(async (tx) => {
    if (!(await lockSource(tx, seen))) return undefined;
    await tx
      .update(evmCredit)
      .set(isFinal)
      .where(and(eq(evmCredit.state, "seen"), isNotNull(evmCredit.tx), lte(evmCredit.height, finalHeight)));
    await tx
      .update(evmFill)
      .set({ state: "final" })
      .where(and(eq(evmFill.state, "seen"), lte(evmFill.height, finalHeight)));
    await tx.delete(evmBlock).where(lt(evmBlock.height, finalHeight - keptBelowFinal));
    return update(tx, { finalHeight });
  });
}

/** Hashes of the newest blocks that were read, the newest first, below a height. */
export function readChainBlocks({ db }: Pick<SourceDesk, "db">, below: number, count: number) {
  const { height, hash } = evmBlock;
  return db.orm.select({ height, hash }).from(evmBlock).where(lt(height, below)).orderBy(desc(height)).limit(count);
}

export async function blockAt({ db }: Pick<SourceDesk, "db">, height: number): Promise<string | undefined> {
  const [row] = await db.orm.select().from(evmBlock).where(eq(evmBlock.height, height));
  return row?.hash;
}

async function update(tx: Tx, next: Partial<EvmSource>): Promise<EvmSource | undefined> {
  const [row] = await tx.update(evmSource).set(next).where(eq(evmSource.rail, evmRail)).returning();
  return row;
}
