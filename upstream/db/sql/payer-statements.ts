import { mailboxOf } from "../../mail/rules/mailbox.ts";
import type { PayerHistory } from "../../orders/rules/payer-limits.ts";
import { runSql, type SqlTarget } from "./raw-sql.ts";

/** Who pays an order, as far as we know it before the payment. */
export type Payer = { ref: string; email: string | null; memberId: string | null; account: string | null };

/**
 * Orders of the same member, mailbox or paying account within the days of disputes. An open one counts with all that may still be
 * paid for it. For a signed-in member those count that are the member's or whose mailbox is proven: anybody can type another's
 * email or account, and must not use up a member's limit. For a guest all of them count, since nothing tells two guests apart.
 */
const payerHistoryQuery = `with mine as (
    select ref from exchange_order where mailbox = mailbox_of($2) and created_at > $5::timestamptz
    -- Orders from before the column was added have none.
    union select ref from exchange_order where lower(email) = lower($2) and created_at > $5::timestamptz
    union select ref from exchange_order where owner_id = $3 and created_at > $5::timestamptz
    union select ref from exchange_order where lower(payin_account) = lower($4) and created_at > $5::timestamptz
  ), sent as (
    select o.completed_at, o.status, floor(case when o.status in ('awaiting_payment', 'payment_reported', 'confirming', 'on_hold')
          then greatest(o.received, o.from_amount) when o.received > 0 then o.received else o.from_amount end
        * coalesce(o.usd_rate, '1')::numeric * 100 / ('1e' || a.decimals)::numeric) as cents
      from mine join exchange_order o using (ref) join asset a on a.id = o.from_asset and a.kind = 'ewallet'
      where o.ref <> $1
        and (o.received > 0 and o.status not in ('refunded', 'charged_back')
          or ($3::text is null or o.owner_id = $3 or o.email_proof is not null) and o.status in ('awaiting_payment', 'payment_reported', 'confirming', 'on_hold', 'processing', 'sending'))
  )
  select coalesce(sum(cents), 0)::text as cents,
    coalesce(bool_or(status = 'completed' and completed_at <= $6::timestamptz), false) as is_established from sent`;

/** `since`: the first day that counts; `establishedBy`: an exchange that was completed by then makes a payer known. */
export async function selectPayerHistory(
  target: SqlTarget,
  { ref, email, memberId, account }: Payer,
  { since, establishedBy }: { since: Date; establishedBy: Date },
): Promise<PayerHistory> {
  const [row] = await runSql(target, payerHistoryQuery, [ref, email, memberId, account, since, establishedBy]);
  return { sentCents: BigInt(String(row?.cents ?? "0")), isEstablished: row?.is_established === true };
}

/** Executions of one payer's orders wait for each other from here to the commit. Locks are taken in one order. */
export async function lockPayer(target: SqlTarget, { email, memberId, account }: Payer): Promise<void> {
  const keys = [memberId, email && mailboxOf(email), account?.toLowerCase()]
    .filter((key) => typeof key === "string")
    .sort();
  for (const key of new Set(keys))
    await runSql(target, "select pg_advisory_xact_lock(hashtextextended('payer:' || $1, 0))", [key]);
}
