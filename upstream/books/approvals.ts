import { z } from "zod/v4";
import type { Database } from "../db/database.ts";

const approvalRow = z.object({
  at: z.coerce.date().transform((at) => at.toISOString()),
  what: z.string(),
  subject: z.string(),
  first: z.string().nullable(),
  second: z.string(),
});
type Approval = z.output<typeof approvalRow>;

/**
 * What two people have signed within a span: the second person's approvals, with what they are about and who entered it; nobody
 * where it is a payout above its cap.
 */
export async function approvalsWithin(
  { query }: Pick<Database, "query">,
  { from, until }: { from: Date; until: Date },
): Promise<Approval[]> {
  const { rows } = await query(
    `select a.at, coalesce(e.kind, 'payout above its cap') as what, coalesce(e.subject, a.movement_id) as subject,
         e.actor as first, s.name as second
       from checker_approval a
       join signed_command c on c.id = a.command_id
       join staff_credential k on k.id = c.credential_id
       join staff s on s.id = k.staff_id
       left join maker_entry e on e.id = a.entry_id
       where a.at >= $1::timestamptz and a.at < $2::timestamptz order by a.at, a.id`,
    [from.toISOString(), until.toISOString()],
  );
  return rows.map((row) => approvalRow.parse(row));
}
