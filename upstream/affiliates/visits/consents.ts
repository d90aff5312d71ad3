import { lt } from "drizzle-orm";
import { consentRecord } from "../../db/schema/visits.ts";
import { takeRoom } from "../../db/unproven/room.ts";
import type { Context } from "../../ports/context.ts";
import type { Refusal } from "../../shared/rules/refusal.ts";

const dayMs = 86_400_000;
/** Three years: how long somebody may ask for the proof. */
const keptDays = 3 * 365;

type ConsentChoice = Pick<typeof consentRecord.$inferInsert, "answer" | "text" | "by" | "language">;

/** Keeps what a visitor has agreed to; refused where visitors of this network have left too many. */
export async function recordConsent(
  ctx: Pick<Context, "clock" | "db" | "env" | "ids">,
  { answer, text, by, language }: ConsentChoice,
  address: string | null,
): Promise<Refusal | undefined> {
  const full = await takeRoom(ctx, "consents", { address, now: ctx.clock.now() });
  if (full) return full;
  const { db, clock, ids } = ctx;
  await db.orm.insert(consentRecord).values({ id: ids.newId("cs"), answer, text, by, language, at: clock.now() });
  return undefined;
}

export async function deleteOldConsents({ db, clock }: Pick<Context, "db" | "clock">): Promise<void> {
  await db.orm.delete(consentRecord).where(lt(consentRecord.at, new Date(clock.now().getTime() - keptDays * dayMs)));
}
