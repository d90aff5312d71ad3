import { z } from "zod/v4";
import type { Database } from "../db/database.ts";

const approvalRow = z.object({
  at: z.coerce.date().transform((at) => at.toISOString()),
  what: z.string(),
  subject: z.string(),
  first: z.string().nullable(),
  second: z.string(),
  is_signed: z.boolean(),
});
type Approval = z.output<typeof approvalRow>;

/**
 * What two people have signed within a span, by the time of the second signature: approvals of entries and payouts, confirmed entries about
 * PayPal, commands that count once two people have given them, and approvals for the signer by a second key. `first`: null where it
 * is no person: a payout above its cap. `is_signed`: false while there are no staff, whose names are labels. What is an approval and
 * an entry about PayPal is one row.
 */
export async function approvalsWithin(
  { query }: Pick<Database, "query">,
  { from, until }: { from: Date; until: Date },
): Promise<Approval[]> {
  const { rows } = await query(
    `with said as (
       select a.at, a.id, coalesce(e.kind, 'payout let go') as what, coalesce(e.subject, a.movement_id) as subject,
           e.actor as first, s.name as second, true as is_signed
         from checker_approval a
         join signed_command c on c.id = a.command_id
         join staff_credential k on k.id = c.credential_id
         join staff s on s.id = k.staff_id
         left join maker_entry e on e.id = a.entry_id
       union all
       select p.decided_at, p.id, 'paypal ' || p.kind,
           coalesce(t.order_ref, o.order_ref, o.withdrawal_id, o.id) || ', task ' || t.number,
           p.entered_by, p.decided_by, p.command_id is not null and p.decision_id is not null
         from paypal_entry p
         join paypal_task t on t.number = p.task
         left join outgoing o on o.id = t.movement_id
         where p.state = 'confirmed' and p.needs_second and not exists
           (select 1 from checker_approval a where a.entry_id = p.id and a.command_id = p.decision_id)
       union all
       select p.used_at, p.id, substring(p.subject from '^\\S+ \\S+'), substring(p.subject from '^\\S+ \\S+ (.*)$'),
           p.name, s.name, true
         from pending_approval p
         join staff s on s.id = p.used_by
       union all
       select a.at, a.movement_id || ' ' || a.key, 'payout for the signer', a.movement_id, first.name, s.name, true
         from evm_approval a
         join staff_credential k on k.public_key = a.key
         join staff s on s.id = k.staff_id
         cross join lateral (
           select sb.name from evm_approval b
             join staff_credential kb on kb.public_key = b.key
             join staff sb on sb.id = kb.staff_id
             where b.movement_id = a.movement_id and b.at < a.at and sb.id <> s.id
             order by b.at limit 1) first
     )
     select at, what, subject, first, second, is_signed from said
       where at >= $1::timestamptz and at < $2::timestamptz order by at, id`,
    [from.toISOString(), until.toISOString()],
  );
  return rows.map((row) => approvalRow.parse(row));
}
