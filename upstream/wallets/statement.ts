import { z } from "zod/v4";
import type { StatementLine } from "../../contract/balance/transactions.ts";
import { formatDecimal } from "../../contract/values/decimal.ts";
import type { Context } from "../ports/context.ts";
import { refuseFields } from "../shared/rules/refusal.ts";
import { decimals } from "./read-transactions.ts";

const minorText = z.string().transform((text) => BigInt(text));
const lineRow = z.object({
  asset: z.string(),
  opening: minorText,
  closing: minorText,
  credited: minorText,
  debited: minorText,
  transactions: z.string(),
});

/**
 * A member's wallets in one month, in UTC: opening balance, what came and went, closing balance. Refuses a month that
 * cannot be read or has not begun.
 */
export async function readStatement(
  ctx: Pick<Context, "db" | "market">,
  memberId: string,
  typed: string | undefined,
  now: Date,
) {
  const month = typed === undefined || typed === "" ? monthOf(now) : typed;
  const from = new Date(`${month}-01T00:00:00.000Z`);
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month) || Number.isNaN(from.getTime()) || from > now)
    return refuseFields({ pointer: "/month", code: "invalid" });
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1));
  const { rows } = await ctx.db.query(linesQuery, [memberId, from.toISOString(), to.toISOString()]);
  const decimalsOf = await decimals(ctx);
  const lines = rows.map((row) => lineOf(lineRow.parse(row), decimalsOf));
  const first = await firstEntry(ctx, memberId);
  return {
    data: { month, from: from.toISOString(), to: to.toISOString(), lines },
    meta: { first_month: first && monthOf(first), last_month: monthOf(now) },
  };
}

/**
 * Read from the last entry before each edge of the month, whatever lies between; a wallet without entries by its end has no
 * line.
 */
const linesQuery = `
  select w.asset, coalesce(before.balance_after, 0)::text as opening, until.balance_after::text as closing,
    (until.credited - coalesce(before.credited, 0))::text as credited,
    ((until.credited - until.balance_after) - coalesce(before.credited - before.balance_after, 0))::text as debited,
    (until.number - coalesce(before.number, 0))::text as transactions
  from wallet w
  join lateral (
    select e.balance_after, e.credited, e.number from wallet_entry e
      where e.account_id = 'member:' || w.member_id || ':' || w.asset and e.at < $3::timestamptz
      order by e.at desc, e.seq desc limit 1
  ) until on true
  left join lateral (
    select e.balance_after, e.credited, e.number from wallet_entry e
      where e.account_id = 'member:' || w.member_id || ':' || w.asset and e.at < $2::timestamptz
      order by e.at desc, e.seq desc limit 1
  ) before on true
  where w.member_id = $1 order by w.asset`;

function lineOf(row: z.output<typeof lineRow>, decimalsOf: (asset: string) => number): StatementLine {
  const textOf = (minor: bigint) => formatDecimal(minor, decimalsOf(row.asset));
  return {
    asset: row.asset,
    opening: textOf(row.opening),
    credited: textOf(row.credited),
    debited: textOf(row.debited),
    closing: textOf(row.closing),
    transactions: Number(row.transactions),
  };
}

async function firstEntry({ db }: Pick<Context, "db">, memberId: string): Promise<Date | null> {
  const { rows } = await db.query(
    // By the column, not by the text that is selected: only that order has an index.
    `select (extract(epoch from e.at) * 1000)::bigint::text as at from wallet_entry e
      where e.member_id = $1 order by e.at, e.seq limit 1`,
    [memberId],
  );
  const at = rows[0]?.at;
  return typeof at === "string" ? new Date(Number(at)) : null;
}

const monthOf = (at: Date) => at.toISOString().slice(0, 7);
