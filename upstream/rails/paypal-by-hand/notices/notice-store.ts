import { createHash } from "node:crypto";
import { and, asc, eq, sql } from "drizzle-orm";
import type { Orm } from "../../../db/database.ts";
import { paypalNotice } from "../../../db/schema/index.ts";
import type { PaypalNotice } from "../read-notice.ts";

export type NoticeRow = typeof paypalNotice.$inferSelect;

/**
 * More open notices than these are not read from the mailbox: they stay there unread until people have decided some. Anybody can write to
 * a mailbox whose address is known.
 */
export const mostOpenNotices = 100;

/** What was read of an email; a sentence where it is no notice. `authenticated`: its sender's signature was checked. `identity`: the same for each delivery of an email that cannot be read. */
export type NewNotice = {
  read: PaypalNotice | string;
  subject: string;
  identity: string | Uint8Array;
  receivedAt: Date;
  authenticated: boolean;
};

/**
 * Keeps it, once for all emails that say the same. Where an authenticated one says what a stranger has guessed before, it counts, also where that
 * one was dismissed.
 */
export async function keepNotice(
  orm: Pick<Orm, "insert">,
  { read, subject, identity, receivedAt, authenticated }: NewNotice,
): Promise<void> {
  const row = { state: "open", subject, receivedAt, authenticated } as const;
  if (typeof read === "string") {
    await orm
      .insert(paypalNotice)
      .values({ ...row, digest: digestOf(identity), fault: read })
      .onConflictDoNothing();
    return;
  }
  const { kind, tx, amount, currency, account, original, caseId } = read;
  const says = { kind, tx, amount, currency, account, original, caseId };
  const digest = digestOf(JSON.stringify({ ...says, amount: amount.toString() }));
  const insert = orm.insert(paypalNotice).values({ ...row, ...says, digest });
  if (!authenticated) {
    await insert.onConflictDoNothing();
    return;
  }
  const isDismissed = sql`${paypalNotice.state} = 'dismissed'`;
  await insert.onConflictDoUpdate({
    target: paypalNotice.digest,
    set: {
      authenticated,
      state: sql`case when ${isDismissed} then 'open' else ${paypalNotice.state} end`,
      endedAt: sql`case when ${isDismissed} then null else ${paypalNotice.endedAt} end`,
      dismissedBy: null,
    },
    setWhere: sql`not ${paypalNotice.authenticated}`,
  });
}

const digestOf = (content: string | Uint8Array) => createHash("sha256").update(content).digest();

/** Open notices and those that wait for a second person, the oldest first. */
export function unendedNotices(reader: Pick<Orm, "select">): Promise<NoticeRow[]> {
  return reader
    .select()
    .from(paypalNotice)
    .where(isUnended)
    .orderBy(asc(paypalNotice.receivedAt), asc(paypalNotice.number));
}

export async function unendedNotice(reader: Pick<Orm, "select">, number: number): Promise<NoticeRow | undefined> {
  const [row] = await reader
    .select()
    .from(paypalNotice)
    .where(and(eq(paypalNotice.number, number), isUnended));
  return row;
}

/** Written out, since the index has the same words. */
export const isUnended = sql`${paypalNotice.state} in ('open', 'entered')`;

/** What a kept notice says; null for one that could not be read. */
export function readableNotice(row: NoticeRow): PaypalNotice | null {
  const { kind, tx, amount, currency, account, original, caseId } = row;
  if (kind === null || tx === null || amount === null || currency === null) return null;
  return { kind, tx, amount, currency, account, original, caseId, date: null, answerBy: null };
}
