import { and, eq, gt, inArray, isNull, ne } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { pendingApproval } from "../db/schema/screening.ts";
import type { Context } from "../ports/context.ts";
import { loadRegister } from "./register.ts";

/** What nobody has approved for so long is asked again. */
const validMs = 7 * 86_400_000;

type Author = { name: string; staffId?: string | null };

/**
 * For what takes effect only when two members of staff have given the same command about the same `subject`: `done` for the
 * second of them, `waits` for the first, whose command is recorded as pending. Where there are no staff one person decides alone.
 */
export async function secondOfTwo(
  ctx: Pick<Context, "clock" | "ids">,
  tx: Tx,
  { name, staffId = null }: Author,
  subject: string,
): Promise<"done" | "waits"> {
  const register = await loadRegister(tx);
  if (register.isEmpty) return "done";
  if (staffId === null) throw new Error(`The command about ${subject} was not signed`);
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - validMs);
  // The first approval of somebody who has been removed since does not count.
  const active = register.credentials.flatMap(({ state, staffId }) => (state === "active" ? staffId : []));
  const isOpen = and(
    eq(pendingApproval.subject, subject),
    isNull(pendingApproval.usedAt),
    gt(pendingApproval.at, since),
    inArray(pendingApproval.staffId, active),
  );
  const used = await tx
    .update(pendingApproval)
    .set({ usedBy: staffId, usedAt: now })
    .where(and(isOpen, ne(pendingApproval.staffId, staffId)))
    .returning({ id: pendingApproval.id });
  if (used.length > 0) return "done";
  const [earlier] = await tx.select({ id: pendingApproval.id }).from(pendingApproval).where(isOpen);
  if (!earlier) await tx.insert(pendingApproval).values({ id: ctx.ids.newId("pend"), subject, staffId, name, at: now });
  return "waits";
}
