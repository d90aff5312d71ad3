import { and, desc, eq, exists, gt, gte, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Orm } from "../../db/database.ts";
import { accountFreeze } from "../../db/schema/account-freeze.ts";
import { type Refusal, refuse } from "../../shared/rules/refusal.ts";

export type FreezeRow = typeof accountFreeze.$inferSelect;

export const inForce = (now: Date) => and(isNull(accountFreeze.endedAt), gt(accountFreeze.until, now));

/** The freeze of a member's account that is in force, if any. */
export async function freezeInForce(
  reader: Pick<Orm, "select">,
  memberId: string,
  now: Date,
): Promise<FreezeRow | undefined> {
  const [row] = await reader
    .select()
    .from(accountFreeze)
    .where(and(eq(accountFreeze.memberId, memberId), inForce(now)))
    .orderBy(desc(accountFreeze.startedAt))
    .limit(1);
  return row;
}

/**
 * Asked before anything that a thief would do next: save an address, or move the account to another email. Under the
 * member's lock, so that a freeze that begins at the same time is seen.
 */
export async function refusedWhileFrozen(
  reader: Pick<Orm, "select">,
  memberId: string,
  now: Date,
): Promise<Refusal | undefined> {
  const freeze = await freezeInForce(reader, memberId, now);
  return freeze && refuse("account_frozen", { extra: { until: freeze.until.toISOString() } });
}

/**
 * Condition: the member's action at `doneAt` falls within the days before a freeze that the freeze looks back over, so it may have been
 * somebody else's.
 */
export function isYoungAtFreeze(
  reader: Pick<Orm, "select">,
  memberId: string,
  doneAt: AnyPgColumn,
  lookBackSeconds: number,
): SQL {
  const { id, startedAt } = accountFreeze;
  const isYoung = lt(sql`${startedAt} - ${lookBackSeconds}::int * interval '1 second'`, doneAt);
  return exists(
    reader
      .select({ id })
      .from(accountFreeze)
      .where(and(eq(accountFreeze.memberId, memberId), gte(startedAt, doneAt), isYoung)),
  );
}
