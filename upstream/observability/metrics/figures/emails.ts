import { and, eq, gt, sql } from "drizzle-orm";
import type { Tx } from "../../../db/database.ts";
import { emailMessage } from "../../../db/schema/service.ts";
import type { Figure } from "../metrics.ts";

/** Emails whose delivery failed and is retried. */
export async function emailFigures(tx: Tx): Promise<Figure[]> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(emailMessage)
    .where(and(eq(emailMessage.status, "queued"), gt(emailMessage.failures, 0)));
  return [
    {
      name: "emails_failed",
      help: "Emails whose delivery has failed and is retried.",
      values: [{ value: row?.count ?? 0 }],
    },
  ];
}
