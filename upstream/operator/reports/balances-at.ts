import { and, inArray, lte, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Orm } from "../../db/database.ts";
import { transfer } from "../../db/schema/index.ts";

/** Balances of one asset at a moment, minor units. `being sent` and `promised` are holds, contained in the others. */
export type BalancesAt = {
  /** By rail; `leaving` of it is being sent. */
  rails: { rail: string; cash: bigint; leaving: bigint }[];
  cash: bigint;
  owed: bigint;
  unclaimed: bigint;
  reserve: bigint;
  /** The part of the reserve that is set aside for orders. */
  promised: bigint;
  shortfall: bigint;
};

type Sum = { kind: string; rail: string; asset: string; amount: bigint };
type Side = typeof transfer.debitAccount | typeof transfer.creditAccount;

/** The ledger's balances by asset at a moment, added up from the transfers until then. */
export async function balancesAt(orm: Orm, at: Date): Promise<Map<string, BalancesAt>> {
  const until = lte(transfer.at, at);
  const posted = and(until, inArray(transfer.kind, ["posted", "post"]));
  const end = alias(transfer, "ended");
  const ended = orm
    .select({ id: end.id })
    .from(end)
    .where(and(sql`${end.pendingId} = ${transfer.id}`, lte(end.at, at)));
  const open = and(until, inArray(transfer.kind, ["pending"]), notExists(ended));
  const read = (side: Side, where: typeof posted) => sums(orm, side, where);
  const [debits, credits] = [await read(transfer.debitAccount, posted), await read(transfer.creditAccount, posted)];
  const [held, leaving] = [await read(transfer.debitAccount, open), await read(transfer.creditAccount, open)];
  const net = [...credits, ...debits.map((row) => ({ ...row, amount: -row.amount }))];
  const assets = [...new Set(net.map(({ asset }) => asset))].sort();
  const of = (asset: string) => (row: Sum) => row.asset === asset;
  return new Map(
    assets.map((asset) => [
      asset,
      balancesOf(net.filter(of(asset)), held.filter(of(asset)), leaving.filter(of(asset))),
    ]),
  );
}

async function sums(orm: Orm, side: Side, where: ReturnType<typeof and>): Promise<Sum[]> {
  const kind = sql<string>`split_part(${side}, ':', 1)`;
  const rows = await orm
    .select({
      kind,
      rail: sql<string>`case when ${side} like 'assets:%' then split_part(${side}, ':', 2) else '' end`,
      asset: transfer.asset,
      amount: sql<string>`sum(${transfer.amount})::text`,
    })
    .from(transfer)
    .where(where)
    .groupBy(sql`1`, sql`2`, transfer.asset);
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

/** `net`: credits less debits, so what rails hold and the shortfall are negative there. */
function balancesOf(net: Sum[], held: Sum[], leaving: Sum[]): BalancesAt {
  const sum = (rows: Sum[], ...kinds: string[]) =>
    rows.filter(({ kind }) => kinds.includes(kind)).reduce((total, { amount }) => total + amount, 0n);
  const names = [...new Set(net.filter(({ kind }) => kind === "assets").map(({ rail }) => rail))].sort();
  const at = (rows: Sum[], name: string) =>
    sum(
      rows.filter(({ rail }) => rail === name),
      "assets",
    );
  return {
    rails: names.map((rail) => ({ rail, cash: -at(net, rail), leaving: at(leaving, rail) })),
    cash: -sum(net, "assets"),
    owed: sum(net, "order", "wrong", "member", "affiliate", "checking"),
    unclaimed: sum(net, "unclaimed"),
    reserve: sum(net, "reserve"),
    promised: sum(held, "reserve"),
    shortfall: -sum(net, "shortfall"),
  };
}
