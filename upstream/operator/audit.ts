import type { Tx } from "../db/database.ts";
import { audit } from "../db/schema/index.ts";
import type { Context } from "../ports/context.ts";
import { recordMade } from "../staff/maker-entries.ts";
import type { MakerFact } from "../staff/rules/maker-facts.ts";
import { needsSecondPerson } from "../staff/rules/roles.ts";
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
  /** What it has created or redirected, for the second person; a command that does so has to say it, if only that it is nothing. */
  makerFacts?: readonly MakerFact[];
};

export async function recordAudit(ctx: Context, tx: Tx, operator: Operator, entry: AuditEntry): Promise<void> {
  const { action, subject, reason, details, makerFacts } = entry;
  if (makerFacts === undefined && needsSecondPerson(operator.effect))
    throw new Error(`The command behind ${action} ${operator.effect}, and does not say what.`);
  const [id, now] = [entry.id ?? ctx.ids.newId("aud"), ctx.clock.now()];
  const { name: actor, commandId = null } = operator;
  await tx.insert(audit).values({ id, actor, action, subject, reason, details, commandId, at: now });
  await recordMade(ctx, tx, { auditId: id, actor, commandId, now }, makerFacts ?? []);
}
