import { asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Tx } from "../../../db/database.ts";
import { account, transfer } from "../../../db/schema/ledger.ts";
import { order } from "../../../db/schema/orders.ts";
import { readLastAudit } from "../../../ledger/last-audit.ts";
import { type AccountState, postedOf } from "../../../ledger/state.ts";
import type { Figure } from "../metrics.ts";
import { amountValues, readDecimals, roundedAmount, unitsOf } from "./amounts.ts";

/** Money by asset, from our own accounts, which are few; and what the last audit found. */
export async function ledgerFigures(tx: Tx, now: Date): Promise<Figure[]> {
  const decimals = await readDecimals(tx);
  const rows = await tx.select().from(account).where(isNull(account.orderRef));
  const sums = (...kinds: string[]) => sumByAsset(rows.filter(({ id }) => kinds.includes(id.split(":")[0] ?? "")));
  const [reserve, shortfall, cash] = [sums("reserve"), sums("shortfall"), sums("assets")];
  // What rails hold, and what was lost beyond the reserve, is either ours or owed.
  const owed = new Map([...cash].map(([asset, held]) => [asset, held + of(shortfall, asset) - of(reserve, asset)]));
  const amount = (name: string, help: string, amounts: ReadonlyMap<string, bigint>): Figure => {
    return { name, help: `${help} ${roundedAmount}`, values: amountValues(amounts, decimals) };
  };
  return [
    amount("reserve", "Our own money, promised amounts included.", reserve),
    amount("reserve_promised", "The part of the reserve that is promised to orders.", promisedOf(rows)),
    amount("unpaid_orders_held", "The part of the reserve that unpaid orders hold.", await heldUnpaid(tx)),
    amount("liabilities", "What is owed to customers, partners and unknown payers.", owed),
    amount("shortfall", "What was lost beyond the reserve.", shortfall),
    {
      name: "cash",
      help: `What a rail holds for us. ${roundedAmount}`,
      values: rows
        .filter(({ id }) => id.startsWith("assets:"))
        .map((row) => ({
          labels: { rail: row.id.split(":")[1] ?? "", asset: row.asset },
          value: unitsOf(postedOf(row), decimals.get(row.asset) ?? 0),
        })),
    },
    ...(await auditFigures(tx, now)),
  ];
}

function sumByAsset(rows: readonly AccountState[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const row of rows) sums.set(row.asset, of(sums, row.asset) + postedOf(row));
  return sums;
}

function promisedOf(rows: readonly AccountState[]): Map<string, bigint> {
  const reserves = rows.filter(({ id }) => id.startsWith("reserve:"));
  return new Map(reserves.map(({ asset, debitsPending }) => [asset, debitsPending]));
}

const of = (amounts: ReadonlyMap<string, bigint>, asset: string) => amounts.get(asset) ?? 0n;

async function heldUnpaid(tx: Tx): Promise<Map<string, bigint>> {
  const rows = await tx
    .select({ asset: transfer.asset, sum: sql<string>`sum(${transfer.amount})::text` })
    .from(order)
    .innerJoin(transfer, eq(transfer.id, order.reserveHoldId))
    .where(inArray(order.status, ["awaiting_payment", "payment_reported"]))
    .groupBy(transfer.asset);
  return new Map(rows.map(({ asset, sum }) => [asset, BigInt(sum)]));
}

async function auditFigures(tx: Tx, now: Date): Promise<Figure[]> {
  const audit = await readLastAudit(tx);
  const since = audit ? new Date(audit.at) : await firstBooking(tx);
  const age = since ? Math.max(0, (now.getTime() - since.getTime()) / 1000) : 0;
  return [
    {
      name: "ledger_verified_age_seconds",
      help: "Time since `ledger verify` last ended, or since the first booking if it never did.",
      values: [{ value: age }],
    },
    {
      name: "ledger_violations",
      help: "What the last `ledger verify` found.",
      values: [{ value: audit?.violations ?? 0 }],
    },
  ];
}

/** A new exchange has a day for its first audit, as every later one. */
async function firstBooking(tx: Tx): Promise<Date | undefined> {
  const [row] = await tx.select({ at: transfer.at }).from(transfer).orderBy(asc(transfer.seq)).limit(1);
  return row?.at;
}
