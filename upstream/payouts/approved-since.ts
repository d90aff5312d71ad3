import { and, eq, gte, sql } from "drizzle-orm";
import type { Orm } from "../db/database.ts";
import { audit } from "../db/schema/service.ts";
import type { Movement } from "./movement.ts";

/** The audit entry of `payouts approve`. */
export const approvalAction = "payout_approved";

/** The subject of a movement's audit entries. */
export const auditSubjectOf = ({ id, orderRef, withdrawalId }: Subject) => orderRef ?? withdrawalId ?? id;
type Subject = Pick<Movement, "id" | "orderRef" | "withdrawalId">;

/**
 * Whether an operator has approved a movement at or after a moment. Read from the audit log, since `approved_by` keeps the names of
 * earlier approvals.
 */
export async function isApprovedSince(reader: Pick<Orm, "select">, movement: Subject, moment: Date): Promise<boolean> {
  const isOfMovement = sql`${audit.details} ->> 'movement' = ${movement.id}`;
  const [entry] = await reader
    .select({ id: audit.id })
    .from(audit)
    .where(
      and(
        eq(audit.subject, auditSubjectOf(movement)),
        eq(audit.action, approvalAction),
        isOfMovement,
        gte(audit.at, moment),
      ),
    )
    .limit(1);
  return entry !== undefined;
}

/** Whether a block stops a movement: an approval given before the block was added does not count. */
export const isStoppedByBlock = async (
  reader: Pick<Orm, "select">,
  movement: Subject,
  { blockedSince, isApproved }: { blockedSince: Date | null; isApproved: boolean },
): Promise<boolean> =>
  blockedSince !== null && !(isApproved && (await isApprovedSince(reader, movement, blockedSince)));
