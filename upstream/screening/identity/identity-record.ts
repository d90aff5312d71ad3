import { createHash } from "node:crypto";
import { and, desc, eq, gt, inArray, ne, notInArray } from "drizzle-orm";
import { finalStatuses } from "../../../contract/order/order-states.ts";
import type { Orm, Tx } from "../../db/database.ts";
import { identityRecord, order } from "../../db/schema/index.ts";
import type { Context } from "../../ports/context.ts";
import { newestOf, seal, unseal } from "../../shared/secrets.ts";
import type { Answers } from "./rules/read-identity.ts";

type Secrets = { env: Pick<Context["env"], "ACCOUNT_SECRETS"> };
type Reader = Pick<Orm, "select">;

/** What was answered for an order, and when. Answers that no secret of the settings opens are lost: they count as none. */
export type Identity = { answers: Answers; answeredAt: Date; memberId: string | null };

const ownerOf = (orderRef: string) => `identity ${orderRef}`;
const secretId = (secrets: readonly string[]) =>
  createHash("sha256")
    .update(`identity ${newestOf(secrets)}`)
    .digest("hex")
    .slice(0, 12);

export async function identityOfOrder({ env }: Secrets, reader: Reader, orderRef: string): Promise<Identity | null> {
  const [row] = await reader.select().from(identityRecord).where(eq(identityRecord.orderRef, orderRef));
  return row ? opened(env.ACCOUNT_SECRETS, row) : null;
}

/** Whether there are answers for the order: cheaper than to read them. */
export async function isIdentified(reader: Reader, orderRef: string): Promise<boolean> {
  const rows = await reader
    .select({ ref: identityRecord.orderRef })
    .from(identityRecord)
    .where(eq(identityRecord.orderRef, orderRef));
  return rows.length > 0;
}

/**
 * What a member has said last for an earlier order that was executed. Nothing tells two guests apart: they have none, and what a
 * guest has said does not become a member's with the order.
 */
export async function identityOfMember(
  { env }: Secrets,
  reader: Reader,
  { memberId, except }: { memberId: string | null; except: string },
): Promise<Identity | null> {
  if (memberId === null) return null;
  const [row] = await reader
    .select({ record: identityRecord })
    .from(identityRecord)
    .innerJoin(order, eq(order.ref, identityRecord.orderRef))
    .where(and(eq(identityRecord.memberId, memberId), ne(order.status, "draft"), ne(order.ref, except)))
    .orderBy(desc(identityRecord.answeredAt))
    .limit(1);
  return row ? opened(env.ACCOUNT_SECRETS, row.record) : null;
}

function opened(secrets: readonly string[], row: typeof identityRecord.$inferSelect): Identity | null {
  const text = unseal(secrets, ownerOf(row.orderRef), row.sealed)?.text;
  if (text === undefined) return null;
  return { answers: JSON.parse(text) as Answers, answeredAt: row.answeredAt, memberId: row.memberId };
}

/** `memberId`: whose session has answered. */
export async function saveIdentity(
  { env }: Secrets,
  tx: Tx,
  orderRef: string,
  { answers, answeredAt, memberId }: Identity,
): Promise<void> {
  const secrets = env.ACCOUNT_SECRETS;
  const sealed = seal(secrets, ownerOf(orderRef), JSON.stringify(answers));
  const row = { sealed, sealedWith: secretId(secrets), answeredAt, memberId };
  await tx
    .insert(identityRecord)
    .values({ orderRef, ...row })
    .onConflictDoUpdate({ target: identityRecord.orderRef, set: row });
}

/** Answers for a draft that needs none any more. */
export async function forgetIdentity(tx: Tx, orderRef: string): Promise<void> {
  await tx.delete(identityRecord).where(eq(identityRecord.orderRef, orderRef));
}

/** What a member has answered while signed in, for the file with everything that we have of them. */
export async function exportIdentities({ db, env }: Secrets & Pick<Context, "db">, memberId: string) {
  const rows = await db.orm
    .select()
    .from(identityRecord)
    .where(eq(identityRecord.memberId, memberId))
    .orderBy(desc(identityRecord.answeredAt));
  return rows.flatMap((record) => {
    const identity = opened(env.ACCOUNT_SECRETS, record);
    return identity ? [{ order: record.orderRef, answered_at: identity.answeredAt, answers: identity.answers }] : [];
  });
}

/** Records per run, to keep it short; the next run continues. */
const batchSize = 200;

/** Deletes the answers of orders that have ended and not changed since `limit`. Returns how many. */
export async function deleteIdentities(tx: Tx, limit: Date): Promise<number> {
  const unfinished = tx
    .select({ ref: order.ref })
    .from(order)
    .where(and(eq(order.ref, identityRecord.orderRef), notInArray(order.status, [...finalStatuses])));
  const recent = tx
    .select({ ref: order.ref })
    .from(order)
    .where(and(eq(order.ref, identityRecord.orderRef), gt(order.updatedAt, limit)));
  const due = await tx
    .select({ ref: identityRecord.orderRef })
    .from(identityRecord)
    .where(and(notInArray(identityRecord.orderRef, unfinished), notInArray(identityRecord.orderRef, recent)))
    .limit(batchSize)
    .for("update", { skipLocked: true });
  if (due.length === 0) return 0;
  await tx.delete(identityRecord).where(
    inArray(
      identityRecord.orderRef,
      due.map(({ ref }) => ref),
    ),
  );
  return due.length;
}

/**
 * Encrypts again, with the newest secret, what an older one has encrypted, so that the older one can be taken away. Goes through
 * the orders after `after`; returns the last one, or null at the end. What no secret opens stays as it is.
 */
export async function sealAgain({ env }: Secrets, tx: Tx, after: string): Promise<string | null> {
  const secrets = env.ACCOUNT_SECRETS;
  const old = await tx
    .select()
    .from(identityRecord)
    .where(and(ne(identityRecord.sealedWith, secretId(secrets)), gt(identityRecord.orderRef, after)))
    .orderBy(identityRecord.orderRef)
    .limit(batchSize)
    .for("update", { skipLocked: true });
  for (const row of old) {
    const identity = opened(secrets, row);
    if (identity) await saveIdentity({ env }, tx, row.orderRef, identity);
  }
  return old.at(-1)?.orderRef ?? null;
}
