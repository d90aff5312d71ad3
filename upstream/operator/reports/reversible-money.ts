import { z } from "zod/v4";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { disputeDays } from "../../orders/rules/payer-limits.ts";
import type { Context } from "../../ports/context.ts";
import type { ShownRow } from "../command.ts";

const query = `
  with paid as (
    select p.asset, coalesce(lower(o.payin_account), o.email, o.ref) as payer, p.order_ref, p.amount
      from payment p
      join asset a on a.id = p.asset and a.kind = 'ewallet'
      join exchange_order o on o.ref = p.order_ref
      where p.status = 'final' and p.final_at > $1::timestamptz and o.status not in ('refunded', 'charged_back')
  ), payers as (
    select asset, payer, sum(amount) as amount, count(distinct order_ref) as orders from paid group by 1, 2
  )
  select k.asset, a.decimals, sum(k.amount)::text as amount, sum(k.orders)::int as orders, count(*)::int as payers,
      (array_agg(k.payer order by k.amount desc, k.payer))[1] as largest_payer, max(k.amount)::text as of_largest_payer
    from payers k join asset a on a.id = k.asset group by k.asset, a.decimals order by k.asset`;

const rows = z.array(
  z.object({
    asset: z.string(),
    decimals: z.int(),
    amount: z.string(),
    orders: z.int(),
    payers: z.int(),
    largest_payer: z.string(),
    of_largest_payer: z.string(),
  }),
);

/**
 * E-wallet payments that we keep and whose payers may still take them back, by asset: what disputes could cost at most, and
 * the payer who has the most of it.
 */
export async function reversibleMoney(ctx: Context): Promise<ShownRow[]> {
  const since = new Date(ctx.clock.now().getTime() - disputeDays * 86_400_000);
  const totals = rows.parse((await ctx.db.query(query, [since.toISOString()])).rows);
  return totals.map(({ decimals, amount, of_largest_payer, ...row }) => ({
    ...row,
    amount: formatDecimal(BigInt(amount), decimals),
    of_largest_payer: formatDecimal(BigInt(of_largest_payer), decimals),
  }));
}
