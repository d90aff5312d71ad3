import type { Tx } from "../db/database.ts";
import { makerEntry } from "../db/schema/staff.ts";
import type { Context } from "../ports/context.ts";
import type { MakerFact } from "./rules/maker-facts.ts";

type Source = { auditId: string; actor: string; commandId: string | null; now: Date };

/** Records what an operator's word has created or redirected, in the transaction and beside the audit entry that say it. */
export async function recordMade(
  { ids }: Pick<Context, "ids">,
  tx: Tx,
  { auditId, actor, commandId, now }: Source,
  facts: readonly MakerFact[],
): Promise<void> {
  if (facts.length === 0) return;
  const rows = facts.map(({ kind, about, id }) => {
    return { id: ids.newId("mk"), kind, about, subject: id, actor, auditId, commandId, at: now };
  });
  await tx.insert(makerEntry).values(rows);
}
