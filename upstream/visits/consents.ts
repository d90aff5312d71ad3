import { lt } from "drizzle-orm";
import { consentRecord } from "../db/schema/visits.ts";
import type { Context } from "../ports/context.ts";

const dayMs = 86_400_000;
/** Three years: how long somebody may ask for the proof. */
const keptDays = 3 * 365;

type Answer = Pick<typeof consentRecord.$inferInsert, "answer" | "text" | "by" | "language">;

export async function recordConsent(
  { db, clock, ids }: Pick<Context, "db" | "clock" | "ids">,
  { answer, text, by, language }: Answer,
): Promise<void> {
  await db.orm.insert(consentRecord).values({ id: ids.newId("cs"), answer, text, by, language, at: clock.now() });
}

export async function deleteOldConsents({ db, clock }: Pick<Context, "db" | "clock">): Promise<void> {
  await db.orm.delete(consentRecord).where(lt(consentRecord.at, new Date(clock.now().getTime() - keptDays * dayMs)));
}
