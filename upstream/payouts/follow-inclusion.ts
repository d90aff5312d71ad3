import { and, eq, inArray, like, sql } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { outgoing, transfer } from "../db/schema/index.ts";
import { BookingRefused, book } from "../ledger/book.ts";
import type { Booking } from "../ledger/rules/booking.ts";
import { feeMovement, type NetworkFee } from "../ledger/rules/network-fee.ts";
import type { Context } from "../ports/context.ts";
import { isRefusal } from "../shared/rules/refusal.ts";
import { lockMovement, type Movement } from "./movement.ts";

/** `txId`: null where it is not sent any more, so that the transaction it was sent by stays its name. */
type Inclusion = { txId: string | null; networkFee: NetworkFee | null };

/**
 * What was settled may be included again after a reorganisation: in another block at another price, or by another version of the
 * same payment, of which one at most can happen. The books follow the last inclusion: its transaction, and what it has cost. Only while
 * its network may take it back; after that another transaction is a contradiction that an operator looks at. Of a sweep nothing
 * is followed here: its costs belong to its addresses.
 */
export async function followInclusion(
  ctx: Context,
  movement: Movement,
  { txId, networkFee }: Inclusion,
): Promise<void> {
  const { id, kind } = movement;
  if (kind === "sweep") return;
  await ctx.db.transaction(async (tx) => {
    const now = await lockMovement(tx, id);
    if (now?.state !== "settled" || now.nextReadAt === null) return;
    if (txId !== null && txId !== now.railTxId)
      await tx.update(outgoing).set({ railTxId: txId }).where(eq(outgoing.id, id));
    const booked = await book(tx, await corrections(tx, now, networkFee), ctx.clock.now());
    if (isRefusal(booked)) throw new BookingRefused(booked);
  });
}

/** What is missing in the books to the fee of the last inclusion, or is there beyond it. */
async function corrections(
  tx: Tx,
  { id, rail, orderRef }: Pick<Movement, "id" | "rail" | "orderRef">,
  fee: NetworkFee | null,
): Promise<Booking[]> {
  const isFee = and(
    ...[eq(transfer.outgoingId, id), eq(transfer.code, sql`'network_fee'`), inArray(transfer.kind, ["posted", "post"])],
  );
  const signed = sql`case when ${like(transfer.creditAccount, "assets:%")} then ${transfer.amount} else -${transfer.amount} end`;
  const sums = await tx
    .select({
      asset: transfer.asset,
      amount: sql<string>`sum(${signed})::text`,
      corrections: sql<number>`(count(*) filter (where ${like(transfer.id, "%:fee-again-%")}))::int`,
    })
    .from(transfer)
    .where(isFee)
    .groupBy(transfer.asset);
  const assets = new Set([...sums.map(({ asset }) => asset), ...(fee ? [fee.asset] : [])]);
  let number = sums.reduce((sum, { corrections }) => sum + corrections, 0);
  return [...assets].flatMap((asset): Booking[] => {
    const due = fee?.asset === asset ? fee.amount : 0n;
    const missing = due - BigInt(sums.find((one) => one.asset === asset)?.amount ?? "0");
    if (missing === 0n) return [];
    number += 1;
    const named = { id: `${id}:fee-again-${number}`, ...(orderRef !== null && { orderRef }) };
    const { debit, credit, ...movement } = feeMovement(rail, { asset, amount: missing > 0n ? missing : -missing });
    const sides = missing > 0n ? { debit, credit } : { debit: credit, credit: debit };
    return [{ do: "forced", ...named, ...movement, ...sides }];
  });
}
