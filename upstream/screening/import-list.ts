import { createHash } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { screeningAccount, screeningEntry, screeningImport } from "../db/schema/screening.ts";
import type { Context } from "../ports/context.ts";
import { BrokenList } from "./lists/broken-list.ts";
import { type ListPaths, type ReadList, readList } from "./lists/read-list.ts";
import type { ListEntry } from "./rules/list-entry.ts";
import { accountValues } from "./screen.ts";

/** Which file, or which two, become the state of which list. `date`: where the format has none, and only there. */
export type ListFile = ListPaths & { list: string; date: string | null; importedBy: string };

type ImportRow = typeof screeningImport.$inferSelect;
/** What an import has done, and what of it is unusual, each in a sentence. */
export type ListImport = {
  id: string;
  read: ReadList;
  date: string;
  entries: number;
  before: ImportRow | undefined;
  concerns: string[];
};

const pageSize = 500;

/**
 * Replaces a list by a file, in the caller's transaction: it commits where the concerns are answered, or rolls back. Throws
 * `BrokenList` for a file that cannot be read to its end or has no party.
 */
export async function importList(ctx: Pick<Context, "clock" | "ids">, tx: Tx, file: ListFile): Promise<ListImport> {
  const { list } = file;
  // Two imports of one list wait for each other.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`screening ${list}`}, 0))`);
  const inForce = and(eq(screeningImport.list, list), isNull(screeningImport.replacedAt));
  const [before] = await tx.select().from(screeningImport).where(inForce);
  await tx.delete(screeningEntry).where(eq(screeningEntry.list, list));
  await tx.delete(screeningAccount).where(eq(screeningAccount.list, list));
  const page: ListEntry[] = [];
  let entries = 0;
  const write = async () => {
    entries += await writeEntries(tx, list, page.splice(0));
  };
  const read = await readList(file, async (entry) => {
    page.push(checked(entry));
    if (page.length === pageSize) await write();
  });
  await write();
  if (entries === 0) throw new BrokenList("it has no party");
  const date = file.date ?? read.date;
  if (date === null) throw new BrokenList("its format has no date: name it with --date");
  const now = ctx.clock.now();
  await tx.update(screeningImport).set({ replacedAt: now }).where(inForce);
  const id = ctx.ids.newId("list");
  const row = { id, list, format: read.format, listDate: date, entries, sha256: read.sha256 };
  await tx.insert(screeningImport).values({ ...row, importedBy: file.importedBy, importedAt: now });
  return { id, read, date, entries, before, concerns: concernsOf(read, { date, entries, before }) };
}

/** A party without a number, a name or an account is a fault of the file. */
function checked(entry: ListEntry): ListEntry {
  if (entry.id === "" || entry.id.length > 100) throw new BrokenList("a party of it has no number");
  if (entry.names.length + entry.accounts.length === 0) throw new BrokenList(`its party ${entry.id} has no name`);
  return entry;
}

/** Returns how many parties there are more. A number that comes twice is one party: both are kept as one. */
async function writeEntries(tx: Tx, list: string, entries: readonly ListEntry[]): Promise<number> {
  if (entries.length === 0) return 0;
  const rows = [
    ...new Map(entries.map((entry) => [entry.id, { list, ...entry, fingerprint: fingerprintOf(entry) }])).values(),
  ];
  const written = await tx
    .insert(screeningEntry)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: screeningEntry.id });
  const accounts = rows.flatMap(({ id, accounts: entryAccounts }) =>
    [...new Set(accountValues(entryAccounts))].map((value) => ({ list, entry: id, value })),
  );
  if (accounts.length > 0) await tx.insert(screeningAccount).values(accounts);
  return written.length;
}

function fingerprintOf({ kind, names, births, accounts }: ListEntry): string {
  return createHash("sha256")
    .update(JSON.stringify([kind, names, births, accounts]))
    .digest("hex")
    .slice(0, 32);
}

/** What an operator has to look at before the list is in force. */
function concernsOf(
  { count, isWhole, aliases }: ReadList,
  { date, entries, before }: { date: string; entries: number; before: ImportRow | undefined },
): string[] {
  const concerns = [
    isWhole ? null : "The file has no end mark: it may be cut.",
    count === null || count === entries ? null : `The file says that it has ${count} parties, and has ${entries}.`,
    aliases && aliases.strangers > 0
      ? `${aliases.strangers} aliases are of parties that the list does not have: are both files of the same day?`
      : null,
    before && date < before.listDate ? `The file is of ${date}, the list in force of ${before.listDate}.` : null,
    before && entries * 5 <= before.entries * 4
      ? `The file has ${entries} parties, the list in force ${before.entries}: a fifth fewer or less.`
      : null,
  ];
  return concerns.filter((concern) => concern !== null);
}
