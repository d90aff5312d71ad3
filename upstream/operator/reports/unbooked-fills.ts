import { and, asc, eq, ne, notExists, sql } from "drizzle-orm";
import type { Orm } from "../../db/database.ts";
import { evmFill } from "../../db/schema/evm.ts";
import { transfer } from "../../db/schema/ledger.ts";
import type { Context } from "../../ports/context.ts";
import type { ShownRow } from "../command.ts";

/** Money that came to our own accounts from outside and that no operator has booked, the oldest first. */
export function unbookedFills(reader: Pick<Orm, "select">, limit: number) {
  const rail = sql`case ${evmFill.account} when 'gas' then 'evm_gas' else 'evm' end`;
  const isBooked = reader
    .select({ id: transfer.id })
    .from(transfer)
    .where(eq(transfer.id, sql`'funding:' || ${rail} || ':' || ${evmFill.id}`));
  return reader
    .select()
    .from(evmFill)
    .where(and(ne(evmFill.state, "gone"), notExists(isBooked)))
    .orderBy(asc(evmFill.height), asc(evmFill.id))
    .limit(limit);
}

/** For the overview of the day; `evm fills` has their amounts. */
export async function unbookedFillRows({ db }: Context, limit: number): Promise<ShownRow[]> {
  const fills = await unbookedFills(db.orm, limit);
  return fills.map(({ id, account, state, seenAt }) => {
    return { fill: id, account, state, seen_at: seenAt.toISOString(), next: "operator evm fills" };
  });
}
