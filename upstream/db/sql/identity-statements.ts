import { runSql, type SqlTarget } from "./raw-sql.ts";

/**
 * US cents of the orders that have a party in common with this one: what was received, and what may still be paid for open ones.
 * Without a rate in dollars an order counts `$4` cents.
 */
const otherCents = `with mine as (
    select distinct order_ref from identity_party where party = any($1::text[]) and at > $2::timestamptz and order_ref <> $3
  )
  select coalesce(sum(case when o.usd_rate is null then $4::numeric else floor(
      case when o.status in ('awaiting_payment', 'payment_reported', 'confirming', 'on_hold')
        then greatest(o.received, o.from_amount) else o.received end
      * o.usd_rate::numeric * 100 / ('1e' || a.decimals)::numeric) end), 0)::text as cents
    from mine join exchange_order o on o.ref = mine.order_ref join asset a on a.id = o.from_asset
    where o.status in ('awaiting_payment', 'payment_reported', 'confirming', 'on_hold', 'processing', 'sending')
      or o.received > 0 and o.status not in ('refunded', 'charged_back')`;

type Parties = { ref: string; parties: readonly string[]; since: Date; unknownCents: bigint };

export async function selectOtherCents(
  target: SqlTarget,
  { ref, parties, since, unknownCents }: Parties,
): Promise<bigint> {
  const [row] = await runSql(target, otherCents, [[...parties], since, ref, String(unknownCents)]);
  return BigInt(String(row?.cents ?? "0"));
}

/** Executions of one customer's orders wait for each other from here to the commit. Locks are taken in one order. */
export async function lockParties(target: SqlTarget, parties: readonly string[]): Promise<void> {
  for (const party of [...new Set(parties)].sort())
    await runSql(target, "select pg_advisory_xact_lock(hashtextextended('identity:' || $1, 0))", [party]);
}
