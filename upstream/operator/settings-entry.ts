import { and, asc, eq, gt } from "drizzle-orm";
import { formatDecimal } from "../../contract/values/decimal.ts";
import type { Tx } from "../db/database.ts";
import { audit } from "../db/schema/index.ts";
import { firstEntryPrefix } from "../market/ledger-checks.ts";

const dayMs = 86_400_000;

/** What an operator changes of a row, by column. */
type Settings = Record<string, unknown>;
type Subject = { action: "pair_changed" | "asset_changed"; subject: string };

/** The `before` and `after` of an audit entry: of a row, the columns that `changes` names. Amounts as text of minor units. */
export function settingsEntry(row: Settings, changes: Settings) {
  const changed = Object.keys(changes);
  const before = Object.entries(row).filter(([name]) => changed.includes(name));
  return { before: readable(before), after: readable(Object.entries(changes)) };
}

/** What a command answers where everything it sets is so already: then it writes nothing, an audit entry neither. */
export const nothingToChange = "Nothing to change.";

/** Those of the changes that differ from the row. */
export function realChanges<Changes extends Settings>(row: Settings, changes: Changes): Partial<Changes> {
  const differing = Object.entries(changes).filter(([name, value]) => row[name] !== value);
  return Object.fromEntries(differing) as Partial<Changes>;
}

/**
 * A line for each change: `margin_bps: 340 → 350`, amounts in decimals. `decimalsOf`: of the asset that the amount of a column
 * is in.
 */
export const changeLines = (row: Settings, changes: Settings, decimalsOf: (column: string) => number) =>
  Object.entries(changes)
    .map(([column, value]) => {
      const text = (minor: unknown) => settingText(minor, decimalsOf(column));
      return `\n${optionOf(column)}: ${text(row[column])} → ${text(value)}`;
    })
    .join("");

/** As the option that sets the column. */
const optionOf = (column: string) =>
  column.replace(/Enabled$/, "").replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function settingText(value: unknown, decimals: number): string {
  if (value === null || value === undefined || value === "") return "none";
  if (typeof value === "boolean") return value ? "on" : "off";
  return typeof value === "bigint" ? formatDecimal(value, decimals) : String(value);
}

/** JSON has no bigint. */
const readable = (entries: [string, unknown][]) =>
  Object.fromEntries(entries.map(([name, value]) => [name, typeof value === "bigint" ? value.toString() : value]));

/**
 * The rows that new settings have to stay within a band of: the row as it is, and as it was a day ago by the audit log, so
 * that many small steps ask as one large one does. None where the changes only bring back what stood a day ago.
 */
export async function bandReferences<Row extends Settings>(
  tx: Tx,
  { action, subject }: Subject,
  row: Row,
  changes: NoInfer<Partial<Row>>,
  now: Date,
): Promise<Row[]> {
  const entries = await tx
    .select({ id: audit.id, details: audit.details })
    .from(audit)
    .where(and(eq(audit.action, action), eq(audit.subject, subject), gt(audit.at, new Date(now.getTime() - dayMs))))
    .orderBy(asc(audit.at), asc(audit.id));
  const earlier: Settings = {};
  for (const { id, details } of entries) {
    if (id.startsWith(firstEntryPrefix)) continue;
    for (const [name, value] of Object.entries(details.before ?? {})) earlier[name] ??= typedAs(row[name], value);
  }
  if (Object.keys(earlier).length === 0) return [row];
  const dayAgo = { ...row, ...earlier };
  return Object.entries(changes).every(([name, value]) => dayAgo[name] === value) ? [] : [row, dayAgo];
}

/** A value of an audit entry in the type of its column. */
const typedAs = (column: unknown, value: unknown) =>
  typeof column === "bigint" && value !== null ? BigInt(String(value)) : value;
