import { and, gte, inArray, isNotNull, notInArray, or } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { transfer } from "../../db/schema/index.ts";
import { accountsAt } from "./rules/place-accounts.ts";
import { type PlacedAmount, railPlaces, type StatementSending } from "./rules/statement-lines.ts";

/** What operators have booked of money that has left in one transaction: the transfers, and their sum by asset. */
export type BookedTaking = { ids: readonly string[]; sums: ReadonlyMap<string, bigint> };

/** Codes of what operators book as gone from a rail, as operator/reserve-booking.ts names them. */
const takingCodes = ["profit_taken", "network_fee", "rail_fee"];

/** What operators have booked as gone with these transactions: `reserve take --tx` and `reserve fee --tx`. */
export async function bookedTakings(
  tx: Tx,
  rail: string,
  sendings: readonly StatementSending[],
): Promise<ReadonlyMap<string, BookedTaking>> {
  const unasked = sendings.filter(({ movementId }) => movementId === null);
  if (unasked.length === 0) return new Map();
  const ids = new Map(unasked.flatMap(({ txId }) => takingCodes.map((code) => [`${code}:${rail}:${txId}`, txId])));
  const rows = await tx
    .select({ id: transfer.id, asset: transfer.asset, amount: transfer.amount })
    .from(transfer)
    .where(inArray(transfer.id, [...ids.keys()]));
  const takings = new Map<string, BookedTaking>();
  for (const { id, asset, amount } of rows) {
    const txId = ids.get(id) ?? "";
    const before = takings.get(txId);
    const sums = new Map([...(before?.sums ?? []), [asset, (before?.sums.get(asset) ?? 0n) + amount]]);
    takings.set(txId, { ids: [...(before?.ids ?? []), id], sums });
  }
  return takings;
}

/** Whether that is all that has left with a transaction, its fees included. */
export function isAllOf(
  { sums }: BookedTaking,
  { effects, fees }: Pick<StatementSending, "effects" | "fees">,
): boolean {
  const left = new Map<string, bigint>();
  for (const { asset, amount } of effects) left.set(asset, (left.get(asset) ?? 0n) - amount);
  for (const { asset, amount } of fees) left.set(asset, (left.get(asset) ?? 0n) + amount);
  return left.size === sums.size && [...left].every(([asset, amount]) => sums.get(asset) === amount);
}

/** What operators have booked at a rail since the end of its statement, without bookings that name a transaction of it. */
export async function entriesSince(
  tx: Tx,
  rail: string,
  { assets, until, named }: { assets: readonly string[]; until: Date; named: readonly string[] },
): Promise<readonly PlacedAmount[]> {
  const places = new Map<string, Pick<PlacedAmount, "place" | "asset">>();
  for (const place of railPlaces)
    for (const asset of assets) for (const id of accountsAt(place, rail, asset)) places.set(id, { place, asset });
  if (places.size === 0) return [];
  const ids = [...places.keys()];
  const rows = await tx
    .select({ debit: transfer.debitAccount, credit: transfer.creditAccount, amount: transfer.amount })
    .from(transfer)
    .where(
      and(
        ...[isNotNull(transfer.auditId), gte(transfer.at, until)],
        or(inArray(transfer.debitAccount, ids), inArray(transfer.creditAccount, ids)),
        named.length === 0 ? undefined : notInArray(transfer.id, [...named]),
      ),
    );
  return rows.flatMap(({ debit, credit, amount }) => {
    const [into, from] = [places.get(debit), places.get(credit)];
    return [...(into ? [{ ...into, amount: -amount }] : []), ...(from ? [{ ...from, amount }] : [])];
  });
}
