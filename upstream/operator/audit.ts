import type { Context } from "../context.ts";
import type { Tx } from "../db/database.ts";
import { audit } from "../db/schema/index.ts";
import type { Operator } from "./command.ts";

/**
 * Records an operator's change: subject, reason, before and after; in the same transaction. `id`: of the prefix `aud`, where
 * the transfer has to name the entry.
 */
export type AuditEntry = {
  id?: string;
  action: string;
  subject: string;
  reason: string | null;
  details: Record<string, unknown>;
};

export async function recordAudit(ctx: Context, tx: Tx, operator: Operator, entry: AuditEntry): Promise<void> {
  const { action, subject, reason, details } = entry;
  const id = entry.id ?? ctx.ids.newId("aud");
  await tx.insert(audit).values({ id, actor: operator.name, action, subject, reason, details, at: ctx.clock.now() });
}
