import { inArray } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { transfer } from "../../db/schema/index.ts";
import type { BookedCredit } from "./rules/compare-credits.ts";
import type { StatementCredit } from "./rules/statement-lines.ts";

/** What operators have booked of money at our own accounts, by its transaction; what they booked without one is not here. */
export async function bookedFills(
  tx: Tx,
  rail: string,
  fills: readonly StatementCredit[],
): Promise<ReadonlyMap<string, BookedCredit>> {
  if (fills.length === 0) return new Map();
  const ids = new Map(fills.map((fill) => [bookingOf(rail, fill), fill]));
  const rows = await tx
    .select({ id: transfer.id, asset: transfer.asset, amount: transfer.amount })
    .from(transfer)
    .where(inArray(transfer.id, [...ids.keys()]));
  return new Map(
    rows.flatMap(({ id, asset, amount }) => {
      const fill = ids.get(id);
      return fill
        ? [[fill.id, { railPaymentId: fill.id, asset, amount, fee: 0n, place: fill.place, finalAt: null }] as const]
        : [];
    }),
  );
}

/** The transfer of `reserve fund --tx`, as operator/reserve-booking.ts names it. */
export const bookingOf = (rail: string, { id, place }: StatementCredit) =>
  `funding:${place === "gas" ? `${rail}_gas` : rail}:${id}`;
