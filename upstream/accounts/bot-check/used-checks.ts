import { and, eq, gt, lt } from "drizzle-orm";
import type { Database, Tx } from "../../db/database.ts";
import { botCheckUse } from "../../db/schema/accounts.ts";
import type { Context } from "../../ports/context.ts";
import { hashed } from "../../shared/secrets.ts";

/** A draft is deleted after a day. */
const orderSeconds = 86_400;

type Use = { key: string; until: Date };

/** Records a solved check as used; false for one that was used before, by whatever process. */
export async function consumeOnce(tx: Tx, { key, until }: Use): Promise<boolean> {
  const inserted = await tx
    .insert(botCheckUse)
    .values({ key: hashed(key), expiresAt: until })
    .onConflictDoNothing()
    .returning({ key: botCheckUse.key });
  return inserted.length > 0;
}

/** An order whose customer has passed a check is not asked again, for example when its quote has expired. */
export async function rememberOrder(tx: Tx, ref: string, now: Date): Promise<void> {
  await consumeOnce(tx, { key: orderKey(ref), until: new Date(now.getTime() + orderSeconds * 1000) });
}

export async function hasPassed({ db }: Pick<Context, "db">, ref: string, now: Date): Promise<boolean> {
  const isCurrent = and(eq(botCheckUse.key, hashed(orderKey(ref))), gt(botCheckUse.expiresAt, now));
  return (await db.orm.select({ key: botCheckUse.key }).from(botCheckUse).where(isCurrent)).length > 0;
}

const orderKey = (ref: string) => `order:${ref}`;

/** What has expired is refused for its age. */
export async function deleteExpiredChecks(db: Database, now: Date): Promise<void> {
  await db.orm.delete(botCheckUse).where(lt(botCheckUse.expiresAt, now));
}
