import { and, eq, inArray, like, sql } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { outgoing, transfer } from "../db/schema/index.ts";
import { BookingRefused, book } from "../ledger/book.ts";
import { accounts, type Booking } from "../ledger/rules/booking.ts";
import { type FeePlace, feeMovement, type NetworkFee } from "../ledger/rules/network-fee.ts";
import type { Context } from "../ports/context.ts";
import type { PartEnd } from "../ports/payout-rail.ts";
import { isRefusal } from "../shared/rules/refusal.ts";
import { lockMovement, type Movement } from "./movement.ts";
import { followParts } from "./sweeps/follow-parts.ts";

/**
 * `txId`: null where it is not included any more; the transaction that it had stays recorded. `parts`: the result at each address of
 * a sweep, where its rail states them.
 */
type Inclusion = { txId: string | null; networkFee: NetworkFee | null; parts?: readonly PartEnd[] };

/**
 * What was settled may be included again after a reorganisation: in another block at another price, or by another version of the
 * same payment, of which one at most can happen. The books follow the last inclusion: its transactions, and what it has cost, of a
 * sweep at each of its addresses. Only while its network may take it back; after that another transaction is a contradiction that an
 * operator looks at.
 */
export async function followInclusion(ctx: Context, { id }: Movement, inclusion: Inclusion): Promise<void> {
  const { txId, parts } = inclusion;
  await ctx.db.transaction(async (tx) => {
    const now = await lockMovement(tx, id);
    if (now?.state !== "settled" || now.nextReadAt === null) return;
    if (txId !== null && txId !== now.railTxId)
      await tx.update(outgoing).set({ railTxId: txId }).where(eq(outgoing.id, id));
    const moved = parts ? await followParts(tx, now, parts) : [];
    const corrected = await feeCorrections(tx, now, costsOf(now, inclusion));
    const booked = await book(tx, [...moved, ...corrected], ctx.clock.now());
    if (isRefusal(booked)) throw new BookingRefused(booked);
  });
}

type PaidFee = NetworkFee & { place: FeePlace };

/** The network fees of the inclusion with the account that paid them; null where the rail does not state them. */
function costsOf({ kind }: Pick<Movement, "kind">, { networkFee, parts }: Inclusion): PaidFee[] | null {
  const paid = networkFee ? [{ ...networkFee, place: "hot" as const }] : [];
  if (kind !== "sweep") return paid;
  const ofParts = (parts ?? []).flatMap(({ fee, gas }): PaidFee[] => {
    if (!gas) return [];
    const { asset, topUpFee } = gas;
    return [
      { asset, amount: topUpFee, place: "gas" },
      { asset, amount: fee ?? 0n, place: "address" },
    ];
  });
  if (ofParts.length > 0) return ofParts;
  return networkFee ? paid : null;
}

/** Bookings of the differences between the fees of the last inclusion and those booked, by the account that paid. */
async function feeCorrections(
  tx: Tx,
  { id, rail, orderRef }: Pick<Movement, "id" | "rail" | "orderRef">,
  fees: readonly PaidFee[] | null,
): Promise<Booking[]> {
  if (fees === null) return [];
  const { booked, corrections } = await bookedFees(tx, id);
  const missing = new Map([...booked].map(([account, fee]) => [account, { ...fee, amount: -fee.amount }]));
  for (const { place, ...fee } of fees) {
    const account = feeMovement(rail, fee, place).credit;
    missing.set(account, { ...fee, amount: fee.amount + (missing.get(account)?.amount ?? 0n) });
  }
  const open = [...missing].filter(([, { amount }]) => amount !== 0n);
  return open.map(([account, { asset, amount }], at): Booking => {
    const named = { id: `${id}:fee-again-${corrections + at + 1}`, ...(orderRef !== null && { orderRef }) };
    const reserve = accounts.reserve(asset);
    const sides = amount > 0n ? { debit: reserve, credit: account } : { debit: account, credit: reserve };
    return { do: "forced", ...named, ...sides, asset, code: "network_fee", amount: amount > 0n ? amount : -amount };
  });
}

/** The network fees of a movement by the account that has paid them, and how many corrections are among their transfers. */
async function bookedFees(tx: Tx, id: string): Promise<{ booked: Map<string, NetworkFee>; corrections: number }> {
  const isFee = and(
    ...[eq(transfer.outgoingId, id), eq(transfer.code, sql`'network_fee'`), inArray(transfer.kind, ["posted", "post"])],
  );
  const isPaid = like(transfer.creditAccount, "assets:%");
  const rows = await tx
    .select({
      account: sql<string>`case when ${isPaid} then ${transfer.creditAccount} else ${transfer.debitAccount} end`,
      asset: transfer.asset,
      amount: sql<string>`sum(case when ${isPaid} then ${transfer.amount} else -${transfer.amount} end)::text`,
      corrections: sql<number>`(count(*) filter (where ${like(transfer.id, "%:fee-again-%")}))::int`,
    })
    .from(transfer)
    .where(isFee)
    .groupBy(sql`1`, transfer.asset);
  return {
    booked: new Map(rows.map(({ account, asset, amount }) => [account, { asset, amount: BigInt(amount) }])),
    corrections: rows.reduce((sum, row) => sum + row.corrections, 0),
  };
}
