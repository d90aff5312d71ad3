import { and, eq, gt, isNull, ne } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { firstWord } from "../db/schema/screening.ts";
import type { Context } from "../ports/context.ts";
import { loadRegister } from "./register.ts";

/** A first word that nobody has followed for so long is asked again. */
const validMs = 7 * 86_400_000;

type Speaker = { name: string; staffId?: string | null };

/**
 * For what takes effect only when two members of staff have given the same command about the same `subject`: `done` for the
 * second of them, `waits` for the first, whose word is noted. Where there are no staff one person decides alone.
 */
export async function secondOfTwo(
  ctx: Pick<Context, "clock" | "ids">,
  tx: Tx,
  { name, staffId = null }: Speaker,
  subject: string,
): Promise<"done" | "waits"> {
  if ((await loadRegister(tx)).isEmpty) return "done";
  if (staffId === null) throw new Error(`The command about ${subject} was not signed`);
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - validMs);
  const isOpen = and(eq(firstWord.subject, subject), isNull(firstWord.usedAt), gt(firstWord.at, since));
  const used = await tx
    .update(firstWord)
    .set({ usedBy: staffId, usedAt: now })
    .where(and(isOpen, ne(firstWord.staffId, staffId)))
    .returning({ id: firstWord.id });
  if (used.length > 0) return "done";
  const [earlier] = await tx.select({ id: firstWord.id }).from(firstWord).where(isOpen);
  if (!earlier) await tx.insert(firstWord).values({ id: ctx.ids.newId("fw"), subject, staffId, name, at: now });
  return "waits";
}
