import { and, asc, eq, inArray, isNull, ne, or } from "drizzle-orm";
import { order, paypalTask } from "../../db/schema/index.ts";
import type { Context } from "../../ports/context.ts";
import type { ShownRow } from "../command.ts";

/** What people have to do at PayPal, the earliest deadline first; invoices that wait for their payer are left out. */
export async function paypalTaskRows({ db }: Pick<Context, "db">, limit: number): Promise<ShownRow[]> {
  const rows = await db.orm
    .select({ task: paypalTask })
    .from(paypalTask)
    .leftJoin(order, eq(order.ref, paypalTask.orderRef))
    .where(
      and(
        isNull(paypalTask.endedAt),
        inArray(paypalTask.state, ["open", "claimed", "entered"]),
        // The order of an invoice may still be a draft, and then nobody sends it.
        or(isNull(paypalTask.orderRef), ne(order.status, "draft")),
      ),
    )
    .orderBy(asc(paypalTask.dueAt), asc(paypalTask.number))
    .limit(limit);
  return rows.map(({ task: { number, kind, state, dueAt, claimedBy } }) => ({
    ...{ task: number, what: kind, state, by: dueAt.toISOString(), on_it: claimedBy },
    next: `operator tasks show ${number}`,
  }));
}
