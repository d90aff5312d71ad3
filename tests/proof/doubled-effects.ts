import pg from "pg";

/** Effects that may happen once at most, as queries for repeated ones. */
const questions = {
  "a payout was sent twice": `select order_ref as subject from outgoing where status = 'sent' and kind = 'payout'
    group by order_ref having count(*) > 1`,
  // A payment that arrived during a refund has its own refund.
  "more refunds than payments were sent": `select order_ref as subject from outgoing sent
    where status = 'sent' and kind = 'refund'
    group by order_ref having count(*) > (select count(*) from payment where order_ref = sent.order_ref)`,
  "a deadline was kept twice": `select order_ref as subject from order_event
    where event in ('window_ended', 'draft_ended', 'execute', 'cancel') group by order_ref, event having count(*) > 1`,
  // Not once per order: a customer without a response may submit again and pay twice.
  "a payment was booked twice": `select order_ref as subject from transfer booked where code = 'payin'
    group by order_ref having count(*) > (select count(distinct details ->> 'railPaymentId')
      from sandbox_step where step = 'pay' and order_ref = booked.order_ref)`,
  "an order kept its place in the timeline twice": `select order_ref as subject from order_event
    group by order_ref, version having count(*) > 1`,
  "a letter was written under two names": `select order_ref as subject from letter
    where kind in ('created', 'completed') group by order_ref, kind having count(*) > 1`,
  "more emails about refunds than refunds": `select order_ref as subject from letter told
    where kind = 'refunded' group by order_ref having count(*) > (select count(*) from outgoing
      where kind = 'refund' and status = 'sent' and order_ref = told.order_ref)`,
  "the demo market was put in twice": `select debit_account as subject from transfer where id like 'funding:sandbox:%'
    group by debit_account having count(*) > 1`,
  "a sandbox payment was reported by two steps": `select details ->> 'railPaymentId' as subject from sandbox_step
    where step = 'pay' group by details ->> 'railPaymentId' having count(*) > 1`,
} as const;

/** Queries the database for repeated effects and describes them. */
export async function doubledEffects(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const doubled: string[] = [];
  for (const [words, question] of Object.entries(questions)) {
    const { rows } = await client.query<{ subject: string }>(question);
    doubled.push(...rows.map(({ subject }) => `${subject}: ${words}`));
  }
  await client.end();
  return doubled;
}
