import { z } from "zod/v4";
import { shownRef } from "../../../contract/order/order-number.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { keptMoney, unclaimedOrigins } from "../../db/sql/unclaimed-money.ts";
import type { Context } from "../../ports/context.ts";
import type { ShownRow } from "../command.ts";

const query = `
  select k.origin, k.id, k.asset, k.amount::text as amount, k.held::text as held, k.since, a.decimals,
      coalesce(o.email, m.email) as email, coalesce(d.member_id, case when k.origin = 'closing' then k.id end) as member,
      coalesce(o.refund_account, w.account) as account, coalesce(o.status, d.status, w.status) as status
    from (${keptMoney}) k
    join asset a on a.id = k.asset
    left join exchange_order o on k.origin = 'order' and o.ref = k.id
    left join deposit d on k.origin = 'deposit' and d.id = k.id
    left join withdrawal w on k.origin = 'withdrawal' and w.id = k.id
    left join member m on m.id = d.member_id and m.closed_at is null
    where k.amount <> 0
    order by (d.id is not null and k.amount <= a.refund_fee), k.since, k.id, k.asset limit $1`;

const rows = z.array(
  z.object({
    origin: z.enum([...unclaimedOrigins, "other"]),
    id: z.string(),
    asset: z.string(),
    amount: z.string(),
    held: z.string(),
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
 * With its owner as far as known, and the command that moves it, where one does. The oldest first; what could not
 * be sent back last, since anybody can send as much as they like of it.
 */
export async function unclaimedMoney(ctx: Context, limit: number): Promise<ShownRow[]> {
  const now = ctx.clock.now();
  const balances = rows.parse((await ctx.db.query(query, [limit])).rows);
  return balances.map(({ origin: from, id, asset, amount, held, since, decimals, ...owner }) => {
    const amountText = formatDecimal(BigInt(amount), decimals);
    const isOnItsWay = BigInt(held) > 0n;
    return {
      from,
      id: from === "order" ? shownRef(id) : id,
      amount: `${amountText} ${asset}`,
      ...owner,
      since: since.toISOString(),
      days: Math.floor((now.getTime() - since.getTime()) / dayMs),
      next: isOnItsWay ? "is being paid out" : nextOf(from, { id, asset, amount: amountText, status: owner.status }),
    };
  });
}

type Origin = z.infer<typeof rows>[number]["origin"];

type Kept = { id: string; asset: string; amount: string; status: string | null };

function nextOf(from: Origin, { id, asset, amount, status }: Kept): string | null {
  const why = '--reason "..."';
  if (from === "other") return null;
  // Its customer may still execute it.
  if (from === "order" && status === "draft")
    return `operator orders refunded-at-rail ${shownRef(id)} --tx ID --amount ${amount} ${why}`;
  const pay = `operator unclaimed pay ${from === "order" ? shownRef(id) : id} ${asset} ACCOUNT ${why}`;
  const isDeposit = from === "deposit" && (status === "unclaimed" || status === "collecting");
  return isDeposit ? `operator deposits assign ${id} EMAIL ${why}, or ${pay}` : pay;
}
