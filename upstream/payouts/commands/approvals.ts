import { and, asc, eq, isNull } from "drizzle-orm";
import { z } from "zod/v4";
import type { Tx } from "../../db/database.ts";
import { audit, checkerApproval, makerEntry, payoutGuard } from "../../db/schema/index.ts";
import { limitArgument, reasonArgument } from "../../operator/arguments.ts";
import { recordAudit } from "../../operator/audit.ts";
import { command, done, type Operator, type Outcome, refused, type ShownRow } from "../../operator/command.ts";
import type { Context } from "../../ports/context.ts";
import { findEntry, recordApproval } from "../../staff/approve.ts";
import { approvalsOf, loadRegister } from "../../staff/register.ts";
import { letGoOn } from "../hold.ts";
import { lockMovement } from "../movement.ts";
import { queueMovement } from "../request-payout.ts";

export const approvalCommands = [
  command({
    name: "approvals list",
    summary: "What operators' words have created, redirected or priced, and no second person has approved.",
    args: z.object({ limit: limitArgument }),
    run: async (ctx, { limit }) => done(await openEntryRows(ctx, limit)),
  }),
  command({
    name: "approvals give",
    summary: "Approves such a word as the second person: what waits only for that goes on.",
    changes: { asksNothing: "it is the second look itself" },
    positional: ["id"],
    args: z.object({
      id: z.string({ error: "Enter the entry." }).trim().max(64).describe("entry, as in `approvals list`"),
      reason: reasonArgument,
    }),
    run: give,
  }),
];

/** Entries that no second person has approved, the oldest first. */
async function openEntryRows(ctx: Context, limit: number): Promise<ShownRow[]> {
  const register = await loadRegister(ctx.db.orm);
  const { since } = register;
  if (since === null) return [];
  const rows = await ctx.db.orm
    .select({ entry: makerEntry, details: audit.details, reason: audit.reason, action: audit.action })
    .from(makerEntry)
    .leftJoin(checkerApproval, and(eq(checkerApproval.entryId, makerEntry.id), isNull(checkerApproval.movementId)))
    .leftJoin(audit, eq(audit.id, makerEntry.auditId))
    .where(isNull(checkerApproval.id))
    .orderBy(asc(makerEntry.at), asc(makerEntry.id))
    .limit(limit);
  return rows
    .filter(({ entry }) => entry.at >= since)
    .map(({ entry, details, reason, action }) => ({
      id: entry.id,
      what: entry.kind,
      about: `${entry.about} ${entry.subject}`,
      by: entry.actor,
      at: entry.at.toISOString(),
      reason,
      audit: action,
      details: JSON.stringify(details),
    }));
}

async function give(
  ctx: Context,
  { id, reason }: { id: string; reason: string },
  operator: Operator,
): Promise<Outcome> {
  const outcome = await ctx.db.transaction(async (tx) => {
    const entry = await findEntry(tx, id);
    if (!entry) return refused(`There is no entry ${id}: see \`approvals list\`.`);
    const commandId = operator.commandId ?? null;
    if (commandId === null)
      return refused("There are no staff, so nothing waits for a second person: see `staff list`.");
    const objection = objectionTo(entry, operator);
    if (objection !== null) return refused(objection);
    const earlierApprovals = (await approvalsOf(tx, [id])).get(id) ?? [];
    if (earlierApprovals.some(({ movementId }) => movementId === null))
      return refused(`The entry ${id} is approved already.`);
    await recordApproval(ctx, tx, { entryId: id, movementId: null, commandId }, ctx.clock.now());
    const details = { before: "open", after: "approved", entry: id, what: entry.kind, maker: entry.actor };
    await recordAudit(ctx, tx, operator, { action: "entry_approved", subject: entry.subject, reason, details });
    const waiting = await retryHeld(ctx, tx);
    return done(`${entry.kind} of ${entry.actor} is approved; ${waiting} held payouts are looked at again.`);
  });
  ctx.jobs.wakeWorkers();
  return outcome;
}

/** Why this operator is no second person for the entry; null where nothing speaks against it. */
export function objectionTo(
  { id, actor, maker }: { id: string; actor: string; maker: string | null },
  operator: Operator,
): string | null {
  const isOwn = actor === operator.name || (maker !== null && maker === operator.staffId);
  return isOwn ? `REFUSED: ${id} is your own word; another member of staff has to approve it.` : null;
}

/** What is held for the second person only passes the guard again, which decides from the facts. */
export async function retryHeld(ctx: Context, tx: Tx): Promise<number> {
  const held = await tx
    .select({ id: payoutGuard.outgoingId })
    .from(payoutGuard)
    .where(and(eq(payoutGuard.state, "held"), eq(payoutGuard.why, "second_person")));
  for (const { id } of held) {
    const movement = await lockMovement(tx, id);
    if (movement?.state !== "held") continue;
    await letGoOn(tx, movement, null, ctx.clock.now());
    await queueMovement(ctx, tx, movement);
  }
  return held.length;
}
