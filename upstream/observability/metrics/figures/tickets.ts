import { sql } from "drizzle-orm";
import { z } from "zod/v4";
import type { Tx } from "../../../db/database.ts";
import { ticket } from "../../../db/schema/support.ts";
import type { Figure } from "../metrics.ts";

const counts = z.object({ awaiting_support: z.int(), awaiting_customer: z.int(), late: z.int() });

/** Open tickets by whose move it is, and those whose promised time has passed. */
export async function ticketFigures(tx: Tx, now: Date): Promise<Figure[]> {
  const waits = sql`${ticket.status} = 'awaiting_support'`;
  const [row] = await tx
    .select({
      awaiting_support: sql`count(*) filter (where ${waits})::int`,
      awaiting_customer: sql`count(*) filter (where ${ticket.status} = 'awaiting_customer')::int`,
      late: sql`count(*) filter (where ${waits} and ${ticket.answerBy} < ${now.toISOString()})::int`,
    })
    .from(ticket)
    .where(sql`${ticket.status} <> 'closed'`);
  const { late, ...open } = counts.parse(row);
  return [
    {
      name: "tickets_open",
      help: "Tickets that are not closed, by who has to act.",
      values: Object.entries(open).map(([status, value]) => ({ labels: { status }, value })),
    },
    { name: "tickets_late", help: "Tickets whose promised answer is overdue.", values: [{ value: late }] },
  ];
}
