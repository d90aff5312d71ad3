import { eq } from "drizzle-orm";
import type { Orm, Tx } from "../../db/database.ts";
import { evmBlock, evmSource } from "../../db/schema/evm.ts";
import { RailUnavailable } from "../../ports/rail.ts";
import type { RailDesk } from "../registration.ts";
import type { EvmNode, Header } from "./node.ts";
import type { EvmNetwork } from "./settings.ts";

/** The rail's name in `RAILS`, in the ledger and in its tables. */
export const evmRail = "evm";

export type EvmSource = typeof evmSource.$inferSelect;
export type SourceDesk = Pick<RailDesk, "db" | "clock">;

/** The first block is below the newest one, which may be replaced before the next one is read. */
const startsBelowTip = 64;

/** Undefined before the rail was first used. */
export async function readSource(reader: Pick<Orm, "select">): Promise<EvmSource | undefined> {
  const [row] = await reader.select().from(evmSource).where(eq(evmSource.rail, evmRail));
  return row;
}

/**
 * The source, begun just below the node's newest block when it is first asked for: no address was issued before. Throws
 * `RailUnavailable` where the node is away, and where it is of another chain than EVM_CHAIN_ID.
 */
export async function openSource(desk: SourceDesk, network: EvmNetwork, node: EvmNode): Promise<EvmSource> {
  const existing = await readSource(desk.db.orm);
  if (existing) return existing;
  const identity = await node.identity();
  if (identity.chainId !== network.chainId)
    throw new RailUnavailable(
      `The Ethereum node is of chain ${identity.chainId}, and EVM_CHAIN_ID is ${network.chainId}`,
    );
  const { number: tip } = await node.head();
  const height = Math.max(0, tip - startsBelowTip);
  const [first] = await node.headers([height]);
  if (!first) throw new RailUnavailable("The Ethereum node does not have its own newest blocks");
  const heights = { startHeight: height, height, finalHeight: height, tip };
  const begun = { rail: evmRail, ...identity, ...heights, hash: first.hash, checkedAt: desk.clock.now() };
  await desk.db.transaction(async (tx) => {
    const inserted = await tx.insert(evmSource).values(begun).onConflictDoNothing().returning();
    if (inserted.length > 0) await tx.insert(evmBlock).values(blockRow(first, begun.checkedAt));
  });
  const source = await readSource(desk.db.orm);
  if (!source) throw new Error("The row of evm_source was inserted and is gone");
  return source;
}

/** A block as it is kept. */
export function blockRow({ number: height, hash, baseFeePerGas }: Header, now: Date): typeof evmBlock.$inferInsert {
  return { height, hash, ...(baseFeePerGas !== undefined && { baseFee: baseFeePerGas, readAt: now }) };
}

/** Locks the source; undefined where another process has read on, or back, since `seen`. */
export async function lockSource(tx: Tx, seen: Pick<EvmSource, "height" | "hash">): Promise<EvmSource | undefined> {
  const [row] = await tx.select().from(evmSource).where(eq(evmSource.rail, evmRail)).for("update");
  return row?.height === seen.height && row.hash === seen.hash ? row : undefined;
}

/** Writes why nothing is read any more; null once it is read again. */
export async function setStopped({ db }: Pick<SourceDesk, "db">, stopped: string | null): Promise<void> {
  await db.orm.update(evmSource).set({ stopped }).where(eq(evmSource.rail, evmRail));
}
