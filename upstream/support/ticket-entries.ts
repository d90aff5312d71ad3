import { and, asc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { ticketAuthors } from "../../contract/support/ticket-states.ts";
import type { Tx } from "../db/database.ts";
import { ticketEntry, ticketFile } from "../db/schema/support.ts";
import type { Context } from "../ports/context.ts";
import { type Refusal, refuseFields } from "../shared/rules/refusal.ts";

type EntryRow = typeof ticketEntry.$inferSelect;
type Author = (typeof ticketAuthors)[number];
/** An uploaded file that belongs to no message is kept so long. */
export const looseFileSeconds = 3600;

type NewEntry = Partial<Pick<EntryRow, "event" | "isProven" | "operator" | "signature" | "sender" | "emailId">> & {
  author: Author;
  text: string;
  attachments?: readonly string[];
};

/** Adds an entry with uploaded files, and returns its id. Throws `FilesGone` to roll back a message without its files. */
export async function addEntry(
  tx: Tx,
  ctx: Pick<Context, "ids">,
  number: number,
  { attachments = [], ...entry }: NewEntry,
  now: Date,
): Promise<string> {
  const id = ctx.ids.newId("te");
  await tx.insert(ticketEntry).values({ ...entry, id, ticket: number, at: now });
  const wanted = [...new Set(attachments)];
  if (wanted.length === 0) return id;
  const since = new Date(now.getTime() - looseFileSeconds * 1000);
  const isFree = and(inArray(ticketFile.id, wanted), isNull(ticketFile.entryId), gt(ticketFile.createdAt, since));
  const taken = await tx.update(ticketFile).set({ entryId: id }).where(isFree).returning({ id: ticketFile.id });
  if (taken.length === wanted.length) return id;
  throw new FilesGone();
}

/** Files of a message are unknown, older than an hour, or used. */
class FilesGone extends Error {}

/** Does the work in a transaction; refuses a message whose files are gone. */
export async function withFiles<T>(
  { db }: Pick<Context, "db">,
  work: (tx: Tx) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  try {
    return await db.transaction(work);
  } catch (error) {
    if (error instanceof FilesGone) return refuseFields({ pointer: "/attachments", code: "file_expired" });
    throw error;
  }
}

export type EntryWithFiles = EntryRow & { files: { id: string; name: string; bytes: number }[] };

/** All entries of a ticket in their order, also those that only operators see. */
export async function ticketEntriesOf(orm: Context["db"]["orm"], number: number): Promise<EntryWithFiles[]> {
  const entries = await orm
    .select()
    .from(ticketEntry)
    .where(eq(ticketEntry.ticket, number))
    .orderBy(asc(ticketEntry.position));
  const size = sql<number>`octet_length(${ticketFile.image})`;
  const files = await orm
    .select({ id: ticketFile.id, entryId: ticketFile.entryId, name: ticketFile.name, bytes: size })
    .from(ticketFile)
    .innerJoin(ticketEntry, eq(ticketEntry.id, ticketFile.entryId))
    .where(eq(ticketEntry.ticket, number))
    .orderBy(asc(ticketFile.createdAt), asc(ticketFile.id));
  return entries.map((entry) => ({
    ...entry,
    files: files.filter((file) => file.entryId === entry.id).map(({ entryId: _, ...file }) => file),
  }));
}
