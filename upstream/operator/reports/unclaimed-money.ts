import { z } from "zod/v4";
import { shownRef } from "../../../contract/order/order-number.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import type { Context } from "../../context.ts";
import type { ShownRow } from "../command.ts";

/** What brought money to `unclaimed`. The name of a transfer begins with the deposit, account or withdrawal it is about. */
const origin = `case when t.order_ref is not null then 'order'
    when t.id like 'deposit:%' or t.id like 'closing:%' or t.id like 'withdrawal:%' then split_part(t.id, ':', 1)
    else 'other' end`;
const originId = `coalesce(t.order_ref, nullif(split_part(t.id, ':', 2), ''), t.id)`;

const query = `
  select k.origin, k.id, k.asset, k.amount::text as amount, k.since, a.decimals,
      coalesce(o.email, m.email) as email, coalesce(d.member_id, case when k.origin = 'closing' then k.id end) as member,
      coalesce(o.refund_account, w.account) as account, coalesce(o.status, d.status, w.status) as status
    from (
      select ${origin} as origin, ${originId} as id, t.asset,
          sum(case when t.credit_account = 'unclaimed:' || t.asset then t.amount else -t.amount end) as amount,
          min(t.at) filter (where t.credit_account = 'unclaimed:' || t.asset) as since
        from transfer t
        where t.kind in ('posted', 'post') and ('unclaimed:' || t.asset) in (t.debit_account, t.credit_account)
        group by 1, 2, 3
    ) k
    join asset a on a.id = k.asset
    left join exchange_order o on k.origin = 'order' and o.ref = k.id
    left join deposit d on k.origin = 'deposit' and d.id = k.id
    left join withdrawal w on k.origin = 'withdrawal' and w.id = k.id
    left join member m on m.id = d.member_id and m.closed_at is null
    where k.amount <> 0
    order by k.since, k.id, k.asset limit $1`;

const rows = z.array(
  z.object({
    origin: z.enum(["order", "deposit", "closing", "withdrawal", "other"]),
    id: z.string(),
    asset: z.string(),
    amount: z.string(),
    since: z.coerce.date(),
    decimals: z.int(),
    email: z.string().nullable(),
    member: z.string().nullable(),
    account: z.string().nullable(),
    status: z.string().nullable(),
  }),
);

const dayMs = 86_400_000;

/**
 * Money that is owed and that no wallet and no order has, by what it came from: payments to orders that were never executed or
 * were closed, deposits that no wallet has, what was given up with a closed account, and withdrawals that came back to one.
 * With its owner as far as known, and the command that moves it, where one does. The oldest first.
 */
export async function unclaimedMoney(ctx: Context, limit: number): Promise<ShownRow[]> {
  const now = ctx.clock.now();
  const found = rows.parse((await ctx.db.query(query, [limit])).rows);
  return found.map(({ origin: from, id, asset, amount, since, decimals, ...owner }) => {
    const shown = formatDecimal(BigInt(amount), decimals);
    return {
      from,
      id: from === "order" ? shownRef(id) : id,
      amount: `${shown} ${asset}`,
      ...owner,
      since: since.toISOString(),
      days: Math.floor((now.getTime() - since.getTime()) / dayMs),
      next: nextOf(from, { id, shown, status: owner.status }),
    };
  });
}

type Origin = z.infer<typeof rows>[number]["origin"];

function nextOf(from: Origin, { id, shown, status }: { id: string; shown: string; status: string | null }) {
  const why = '--reason "..."';
  if (from === "deposit" && (status === "unclaimed" || status === "collecting"))
    return `operator deposits assign ${id} EMAIL ${why}`;
  if (from === "order") return `operator orders refunded-at-rail ${shownRef(id)} --tx ID --amount ${shown} ${why}`;
  return null;
}
