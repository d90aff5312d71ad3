import { lt } from "drizzle-orm";
import { identityParty } from "../../db/schema/identity.ts";
import type { Context } from "../../ports/context.ts";
import { deleteIdentities, sealAgain } from "./identity-record.ts";
import { countedDays } from "./rules/identity-limit.ts";

/**
 * Deletes what customers have said of themselves `recordYears` after the last change of its order, whether or not the account is
 * open, and what counts no more; encrypts again what an older secret has encrypted.
 */
export async function keepIdentities({ clock, db, env }: Pick<Context, "clock" | "db" | "env">): Promise<void> {
  const now = clock.now();
  const limit = new Date(now);
  limit.setUTCFullYear(now.getUTCFullYear() - env.COMPANY.recordYears);
  await db.transaction((tx) => deleteIdentities(tx, limit));
  for (let after: string | null = ""; after !== null; ) {
    const start: string = after;
    after = await db.transaction((tx) => sealAgain({ env }, tx, start));
  }
  await db.orm.delete(identityParty).where(lt(identityParty.at, new Date(now.getTime() - countedDays * 86_400_000)));
}
