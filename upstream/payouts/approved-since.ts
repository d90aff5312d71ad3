import { and, eq, gte, sql } from "drizzle-orm";
import type { Orm } from "../db/database.ts";
import { audit } from "../db/schema/service.ts";
import type { Movement } from "./movement.ts";

/** The audit entry of `payouts approve`. */
export const approvalAction = "payout_approved";

/** What the audit log says that a movement is about. */
export const auditSubjectOf = ({ id, orderRef, withdrawalId }: Subject) => orderRef ?? withdrawalId ?? id;
type Subject = Pick<Movement, "id" | "orderRef" | "withdrawalId">;

/**
 * Whether an operator has let a movement go on at or after a moment. The names in its row do not tell: they stay from an
 * approval of before.
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

/** Whether a block stops a movement: an operator's approval answers it only where it was given after the block was added. */
export const isStoppedByBlock = async (
  reader: Pick<Orm, "select">,
  movement: Subject,
  { blockedSince, isApproved }: { blockedSince: Date | null; isApproved: boolean },
): Promise<boolean> =>
  blockedSince !== null && !(isApproved && (await isApprovedSince(reader, movement, blockedSince)));
