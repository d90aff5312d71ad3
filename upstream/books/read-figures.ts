import { z } from "zod/v4";
import type { Database } from "../db/database.ts";
import { transferCodes } from "../ledger/rules/booking.ts";
import { currencyDecimals } from "../market/rules/currency-assets.ts";
import {
  type CashFigure,
  cashFigureOf,
  cashFigureOrder,
  type ProfitFigure,
  profitFigureOf,
  profitFigureOrder,
} from "./rules/figures.ts";
import { type Period, periodFormats } from "./rules/periods.ts";

/**
 * One figure of a period in one asset. `amount`: minor units, above zero where money came. `worth`: the same in the currency's
 * minor units, each hour at that hour's price. `unpriced`: the part of `amount` that no price of the two days before could
 * value, and that is missing in `worth`.
 */
export type PeriodFigure<Name> = {
  period: string;
  figure: Name;
  asset: string;
  amount: bigint;
  worth: bigint;
  unpriced: bigint;
  transfers: number;
};

/** From `from` on and before `until`, in UTC; `currency`: the asset that stands for it. */
export type Query = { by: Period; from: Date; until: Date; currency: string };

/** What changed the money at rails. The sum over all figures of an asset is the change of its accounts there. */
export async function cashFigures(db: Pick<Database, "query">, query: Query): Promise<PeriodFigure<CashFigure>[]> {
  const rows = await read(db, query, "debit_account like 'assets:%'", "credit_account like 'assets:%'");
  return summed(
    rows.map(({ code, ...row }) => ({ ...row, figure: cashFigureOf(code) })),
    cashFigureOrder,
  );
}

/** What changed our own money, without what owners added or took. */
export async function profitFigures(db: Pick<Database, "query">, query: Query): Promise<PeriodFigure<ProfitFigure>[]> {
  const isOwn = (side: string) => `(${side} like 'reserve:%' or ${side} like 'shortfall:%')`;
  const rows = await read(db, query, isOwn("credit_account"), isOwn("debit_account"));
  return summed(
    rows.flatMap(({ code, ...row }) => {
      const figure = profitFigureOf(code);
      return figure === null ? [] : [{ ...row, figure }];
    }),
    profitFigureOrder,
  );
}

const whole = z.string().transform((text) => BigInt(text));
const codeRow = z.object({
  period: z.string(),
  code: z.enum(transferCodes),
  asset: z.string(),
  amount: whole,
  worth: whole,
  unpriced: whole,
  transfers: z.int(),
});

/** `comes`, `goes`: the two sides as conditions; a transfer with both on the same side moves nothing. */
async function read(
  { query }: Pick<Database, "query">,
  { by, from, until, currency }: Query,
  comes: string,
  goes: string,
) {
  // Sums of one hour are valued and cut once, so that the figures of days add up to those of their month.
  const { rows } = await query(
    `with hours as (
       select to_char(at at time zone 'UTC', $1) as period, date_trunc('hour', at, 'UTC') as hour, asset, code,
           sum(case when ${comes} then amount else -amount end) as amount, count(*)::int as transfers
         from transfer
         where kind in ('posted', 'post') and (${comes}) <> (${goes}) and at >= $2::timestamptz and at < $3::timestamptz
         group by 1, 2, 3, 4
     ), valued as (
       select h.*, case when h.asset = $4 then h.amount else trunc(h.amount * p.price::numeric
           * ('1e' || (coalesce(c.decimals, ${currencyDecimals}) - a.decimals))::numeric) end as worth
         from hours h join asset a on a.id = h.asset left join asset c on c.id = $4
         left join lateral (
           select price from asset_price p where p.asset = h.asset and p.currency = $4
             and p.hour <= h.hour and p.hour > h.hour - interval '48 hours' order by p.hour desc limit 1
         ) p on true
     )
     select period, code, asset, sum(amount)::text as amount, coalesce(sum(worth), 0)::text as worth,
         coalesce(sum(amount) filter (where worth is null), 0)::text as unpriced, sum(transfers)::int as transfers
       from valued group by 1, 2, 3 order by 1, 3, 2`,
    [periodFormats[by], from.toISOString(), until.toISOString(), currency],
  );
  return rows.map((row) => codeRow.parse(row));
}

/** Several codes count to one figure. By period, then as the figures are listed. */
function summed<Name extends string>(
  rows: readonly PeriodFigure<Name>[],
  order: readonly Name[],
): PeriodFigure<Name>[] {
  const sums = new Map<string, PeriodFigure<Name>>();
  for (const row of rows) {
    const key = `${row.period} ${row.figure} ${row.asset}`;
    const sum = sums.get(key);
    if (!sum) sums.set(key, { ...row });
    else {
      sum.amount += row.amount;
      sum.worth += row.worth;
      sum.unpriced += row.unpriced;
      sum.transfers += row.transfers;
    }
  }
  const listed = (name: Name) => order.indexOf(name);
  return [...sums.values()].sort(
    (a, b) => a.period.localeCompare(b.period) || listed(a.figure) - listed(b.figure) || a.asset.localeCompare(b.asset),
  );
}
