import { and, asc, eq, inArray, isNull, lte, ne, or, sql } from "drizzle-orm";
import type { Orm, Tx } from "../../../db/database.ts";
import { evmAddress, evmCredit, evmSource } from "../../../db/schema/evm.ts";
import type { SourceDesk } from "../source.ts";

export type CreditRow = typeof evmCredit.$inferSelect;
/** A credit and whose the address is that it came to. */
export type OwnedCredit = { credit: CreditRow; orderRef: string | null; address: string };

/** Credits told in one run; the next run goes on. */
const batchSize = 50;
/** After this time another worker may tell it: whoever is told takes each state once. */
const leaseSeconds = 30;
const longestWaitSeconds = 600;

/**
 * What an owner hears next. A credit that was final with another amount is told as gone first: an owner does not change what it
 * has booked.
 */
export function nextStateOf({ state, told, amount, toldAmount }: CreditRow): CreditRow["state"] {
  return told === "final" && toldAmount !== amount ? "gone" : state;
}

/**
 * News of a state that its owner has not heard of. A credit that was final and is in another block since, after a deep
 * reorganisation, is none: its owner has booked it, and hears only if it goes.
 */
export const isUntoldCredit = sql<boolean>`(${evmCredit.toldAmount} is distinct from ${evmCredit.amount}
  or ${evmCredit.told} is distinct from ${evmCredit.state} and not (${evmCredit.told} = 'final' and ${evmCredit.state} = 'seen'))`;

/** Blocks that replace others have been read to the end: what is gone now does not come back with them. */
function isCaughtUp(orm: Orm) {
  return sql`exists (${orm.select({ one: sql`1` }).from(evmSource).where(sql`${evmSource.height} >= ${evmSource.tip}`)})`;
}

/** Takes the oldest news for this worker; safe in several processes. */
export async function claimNews({ db, clock }: SourceDesk): Promise<OwnedCredit[]> {
  const now = clock.now();
  const isDue = or(isNull(evmCredit.nextTry), lte(evmCredit.nextTry, now));
  const due = db.orm.$with("due").as(
    db.orm
      .select({ id: evmCredit.id })
      .from(evmCredit)
      .where(
        and(isUntoldCredit, isDue, or(eq(evmCredit.state, "seen"), eq(evmCredit.state, "final"), isCaughtUp(db.orm))),
      )
      .orderBy(asc(evmCredit.height), asc(evmCredit.id))
      .limit(batchSize)
      .for("update", { skipLocked: true }),
  );
  const claimed = await db.orm
    .with(due)
    .update(evmCredit)
    .set({ nextTry: new Date(now.getTime() + leaseSeconds * 1000) })
    .where(inArray(evmCredit.id, db.orm.select({ id: due.id }).from(due)))
    .returning({ id: evmCredit.id });
  return ownedCredits(
    db.orm,
    inArray(
      evmCredit.id,
      claimed.map(({ id }) => id),
    ),
  );
}

/** News of one order, whoever else tells them. */
export function newsOfOrder({ db }: Pick<SourceDesk, "db">, ref: string): Promise<OwnedCredit[]> {
  return ownedCredits(db.orm, and(isUntoldCredit, eq(evmAddress.orderRef, ref), ne(evmCredit.state, "gone")));
}

function ownedCredits(reader: Pick<Orm, "select">, condition: ReturnType<typeof and>): Promise<OwnedCredit[]> {
  return reader
    .select({ credit: evmCredit, orderRef: evmAddress.orderRef, address: evmAddress.shown })
    .from(evmCredit)
    .innerJoin(evmAddress, eq(evmAddress.place, evmCredit.place))
    .where(condition)
    .orderBy(asc(evmCredit.height), asc(evmCredit.id));
}

/**
 * Writes that an owner has heard of a state; in the transaction of what it did with it, where it has one. False where the state
 * is another one meanwhile: what was read is outdated then, and must have no effect.
 */
export async function markTold(tx: Pick<Tx, "update">, credit: CreditRow, told: CreditRow["state"]): Promise<boolean> {
  const heard = { told, toldAmount: credit.amount, refused: null, attempts: 0, nextTry: null };
  const isSame = and(
    eq(evmCredit.id, credit.id),
    eq(evmCredit.state, credit.state),
    eq(evmCredit.amount, credit.amount),
    sql`${evmCredit.told} is not distinct from ${credit.told}`,
  );
  const rows = await tx.update(evmCredit).set(heard).where(isSame).returning({ id: evmCredit.id });
  return rows.length > 0;
}

/** Writes why nobody took it, and tries again later, less and less often. */
export async function markRefused({ db, clock }: SourceDesk, credit: CreditRow, refused: string): Promise<void> {
  const attempts = credit.attempts + 1;
  const waitSeconds = Math.min(longestWaitSeconds, 5 * 2 ** Math.min(attempts, 10));
  const nextTry = new Date(clock.now().getTime() + waitSeconds * 1000);
  const isSame = and(eq(evmCredit.id, credit.id), eq(evmCredit.state, credit.state));
  await db.orm.update(evmCredit).set({ refused, attempts, nextTry }).where(isSame);
}
