import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { evmAddress } from "../../../../db/schema/evm.ts";
import { evmSkippedPart, evmTransaction } from "../../../../db/schema/evm-payouts.ts";
import { sweepPart } from "../../../../db/schema/sweeps.ts";
import type { PayoutParts } from "../payout-parts.ts";
import { type MinedReceipt, minedReceipts, type TransactionRow } from "../read-payout.ts";
import { namesOfSweep } from "./top-ups.ts";

/**
 * One address of a sweep, as the rail knows it. `deposit`: its number; null where this rail has not issued it. `transfers`: the
 * versions of its transfer; `topUps`: those of its top-ups, which have a nonce each. `skipped`: why it is not signed any more.
 */
export type PartState = {
  address: string;
  amount: bigint;
  deposit: number | null;
  skipped: { reason: string; at: Date } | null;
  transfers: readonly TransactionRow[];
  topUps: readonly TransactionRow[];
};

export type SweepState = { parts: readonly PartState[]; receipts: ReadonlyMap<string, MinedReceipt> };

/**
 * So long a part that is skipped is not over: another process may have asked the signer for it just before. Longer than the
 * signer may take to answer.
 */
export const skippedAfterMs = 60_000;

/** The parts of a sweep; undefined for a movement that is none. */
export async function sweepState(rail: PayoutParts, movementId: string): Promise<SweepState | undefined> {
  const { orm } = rail.desk.db;
  const rows = await orm
    .select({ address: sweepPart.address, amount: sweepPart.amount, deposit: evmAddress.index })
    .from(sweepPart)
    .leftJoin(evmAddress, eq(evmAddress.place, sql`lower(${sweepPart.address})`))
    .where(eq(sweepPart.sweepId, movementId))
    .orderBy(asc(sweepPart.address));
  if (rows.length === 0) return undefined;
  const skipped = await orm.select().from(evmSkippedPart).where(eq(evmSkippedPart.movementId, movementId));
  const ofSweep = and(
    inArray(evmTransaction.movementId, namesOfSweep(movementId)),
    inArray(evmTransaction.step, ["topup", "sweep"]),
  );
  const signed = await orm.select().from(evmTransaction).where(ofSweep).orderBy(asc(evmTransaction.seq));
  const parts = rows.map(({ address, amount, deposit }) => {
    const ofPart = signed.filter((version) => deposit !== null && version.deposit === deposit);
    return {
      ...{ address, amount, deposit, skipped: skipped.find((part) => part.deposit === deposit) ?? null },
      transfers: ofPart.filter(({ step }) => step === "sweep"),
      topUps: ofPart.filter(({ step }) => step === "topup"),
    };
  });
  return { parts, receipts: await minedReceipts(rail, signed) };
}

/** The final receipt of a transaction, by whichever of its versions; undefined while there is none. */
export function finalOf(
  versions: readonly TransactionRow[],
  receipts: SweepState["receipts"],
): { version: TransactionRow; receipt: MinedReceipt } | undefined {
  for (const version of versions) {
    const receipt = receipts.get(version.tx);
    if (receipt?.isFinal) return { version, receipt };
  }
  return undefined;
}

/** The top-ups of a part: the versions of each nonce. */
export function topUpsByNonce({ topUps }: Pick<PartState, "topUps">): TransactionRow[][] {
  const nonces = [...new Set(topUps.map(({ nonce }) => nonce))];
  return nonces.map((nonce) => topUps.filter((version) => version.nonce === nonce));
}

/** Whether its transfer may still be signed. */
export const isUnsigned = ({ transfers, skipped, deposit }: PartState): boolean =>
  deposit !== null && transfers.length === 0 && skipped === null;
