import { and, eq, gt, sql } from "drizzle-orm";
import type { Tx } from "../../../db/database.ts";
import { emailMessage } from "../../../db/schema/service.ts";
import { refusedOfLate } from "../../../mail/delivery/refused-of-late.ts";
import type { Figure } from "../metrics.ts";

/** Emails whose delivery failed: those that are retried, and those that are not any more. */
export async function emailFigures(tx: Tx, now: Date): Promise<Figure[]> {
  const count = sql<number>`count(*)::int`;
  const retried = and(eq(emailMessage.status, "queued"), gt(emailMessage.failures, 0));
  const [failed] = await tx.select({ count }).from(emailMessage).where(retried);
  const [refused] = await tx.select({ count }).from(emailMessage).where(refusedOfLate(now));
  return [
    {
      name: "emails_failed",
      help: "Emails whose delivery has failed and is retried.",
      values: [{ value: failed?.count ?? 0 }],
    },
    {
      name: "emails_refused",
      help: "Emails of the last three days that the recipient's mail server will never take; they are not retried.",
      values: [{ value: refused?.count ?? 0 }],
    },
  ];
}
