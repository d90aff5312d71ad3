import { createHash } from "node:crypto";
import { and, eq, gte, inArray, isNull, lt } from "drizzle-orm";
import type { Tx } from "../../../db/database.ts";
import { paypalImport, paypalLine } from "../../../db/schema/index.ts";
import { type ReportLine, readReportLines } from "../activity.ts";
import { hasMoved } from "./line-money.ts";
import { readTimes } from "./report-times.ts";

/** `lines`: the oldest first. */
export type ReadReport = { digest: Uint8Array; from: Date; until: Date; lines: readonly NewLine[] };
type LineRow = typeof paypalLine.$inferSelect;
type NewLine = Omit<LineRow, "number" | "import" | "replacedBy">;

/** Lines of one statement, as PostgreSQL takes so many values. */
const batchSize = 500;

/**
 * Reads PayPal's activity report of a time. Refused with a sentence: what is no such report, lines outside of the time, one
 * transaction with two contents, and a line that has moved money without the balance after it.
 */
export function readReport(file: Uint8Array, covered: { from: Date; until: Date }): ReadReport | string {
  const read = readReportLines(Buffer.from(file).toString("utf8"));
  if (typeof read === "string") return read;
  const times = readTimes(read, covered);
  if (typeof times === "string") return times;
  const dated = read.map((line, at) => ({ line, at: times[at] ?? covered.from, row: at }));
  // PayPal writes the newest first: lines of one second stay in their order.
  const isDescending = (dated.at(0)?.at ?? 0) > (dated.at(-1)?.at ?? 0);
  dated.sort((a, b) => a.at.getTime() - b.at.getTime() || (a.row - b.row) * (isDescending ? -1 : 1));
  const lines = new Map<string, NewLine>();
  for (const { line, at } of dated) {
    const row = lineOf(line, at, lines.size);
    if (hasMoved(line.status) && !line.isMemo && row.balance === null)
      return `report: ${line.tx} has no Balance: download the report with all columns.`;
    const same = lines.get(line.tx);
    if (same && !isEqual(row, same)) return `report: ${line.tx} is in it twice, with different contents.`;
    lines.set(line.tx, same ?? row);
  }
  const digest = createHash("sha256").update(file).digest();
  return { digest, ...covered, lines: [...lines.values()] };
}

function lineOf(line: ReportLine, at: Date, position: number): NewLine {
  const { tx, type, status, currency, gross, fee, from, to, reference, balance, isMemo } = line;
  const account = (gross < 0n ? to : from) || null;
  const isMoney = hasMoved(status) && !isMemo;
  const facts = { tx, at, type, status, currency, gross, fee, account, reference };
  return { ...facts, position, balance: isMoney ? balance : null };
}

/** What counts of a line: its place in the file does not, and an account that was erased is no change. */
function isEqual(line: NewLine, before: NewLine): boolean {
  const counted = ({ tx, at, type, status, currency, gross, fee, reference, balance }: NewLine) =>
    [tx, at.getTime(), type, status, currency, gross, fee, reference, balance].join("\n");
  return counted(line) === counted(before) && (!before.account || line.account === before.account);
}

/** What an import would change. `missing`: earlier reports have these in the same time; `undone`: had moved money. */
export type ImportPlan = {
  added: readonly NewLine[];
  changed: readonly NewLine[];
  replaced: readonly LineRow[];
  missing: readonly LineRow[];
  undone: readonly LineRow[];
};

/** Null where the same file was imported for the same time. */
export async function planImport(tx: Tx, { digest, from, until, lines }: ReadReport): Promise<ImportPlan | null> {
  const [same] = await tx
    .select({ number: paypalImport.number })
    .from(paypalImport)
    .where(and(...[eq(paypalImport.digest, digest), eq(paypalImport.fromAt, from), eq(paypalImport.untilAt, until)]));
  if (same) return null;
  const current = new Map<string, LineRow>();
  for (const row of await currentLines(tx, lines, { from, until })) current.set(row.tx, row);
  const added = lines.filter(({ tx: id }) => !current.has(id));
  const changed = lines.filter((line) => {
    const before = current.get(line.tx);
    return before !== undefined && !isEqual(line, before);
  });
  const replaced = changed.flatMap(({ tx: id }) => current.get(id) ?? []);
  const named = new Set(lines.map(({ tx: id }) => id));
  const missing = [...current.values()].filter(({ tx: id }) => !named.has(id));
  const stays = new Map(changed.map((line) => [line.tx, line]));
  const undone = replaced.filter(({ tx: id, balance }) => balance !== null && stays.get(id)?.balance === null);
  return { added, changed, replaced, missing, undone };
}

async function currentLines(
  tx: Tx,
  lines: readonly NewLine[],
  { from, until }: { from: Date; until: Date },
): Promise<LineRow[]> {
  const isCurrent = isNull(paypalLine.replacedBy);
  const rows = await tx
    .select()
    .from(paypalLine)
    .where(and(isCurrent, gte(paypalLine.at, from), lt(paypalLine.at, until)));
  for (let at = 0; at < lines.length; at += batchSize) {
    const ids = lines.slice(at, at + batchSize).map(({ tx: id }) => id);
    rows.push(
      ...(await tx
        .select()
        .from(paypalLine)
        .where(and(isCurrent, inArray(paypalLine.tx, ids)))),
    );
  }
  return rows;
}

/** Writes the report. Lines that have changed, and those that it does not have any more, stay as what was replaced by it. */
export async function writeImport(
  tx: Tx,
  { digest, from, until, lines }: ReadReport,
  { added, changed, replaced, missing }: ImportPlan,
  { by, now }: { by: string; now: Date },
): Promise<number> {
  const covers = { fromAt: from, untilAt: until };
  const [row] = await tx
    .insert(paypalImport)
    .values({ digest, ...covers, lines: lines.length, importedBy: by, importedAt: now })
    .returning({ number: paypalImport.number });
  if (!row) throw new Error("An import was not written");
  const gone = [...replaced, ...missing].map(({ number }) => number);
  for (let at = 0; at < gone.length; at += batchSize)
    await tx
      .update(paypalLine)
      .set({ replacedBy: row.number })
      // Another import may have replaced them meanwhile: the unique index of current lines then refuses this one.
      .where(and(isNull(paypalLine.replacedBy), inArray(paypalLine.number, gone.slice(at, at + batchSize))));
  const rows = [...added, ...changed].map((line) => ({ ...line, import: row.number }));
  for (let at = 0; at < rows.length; at += batchSize)
    await tx.insert(paypalLine).values(rows.slice(at, at + batchSize));
  return row.number;
}
