import type { Shown, ShownRow } from "./command.ts";

/**
 * The result for a person: tables for lists of rows, `name  value` lines for an object, its lists below; empty ones are named
 * in one line, so that a day on which little happened is short.
 */
export function formatResult(data: Shown): string {
  if (typeof data === "string") return data;
  if (!Array.isArray(data)) return formatObject(data);
  if (data.length === 0) return "Nothing.";
  return isRows(data) ? formatTable(data) : data.map(formatResult).join("\n");
}

function formatObject(row: ShownRow): string {
  const entries = Object.entries(row);
  const plain = entries.filter(([, value]) => !isNested(value));
  const width = Math.max(0, ...plain.map(([name]) => name.length));
  const lines = plain.map(([name, value]) => `${name.padEnd(width)}  ${cell(value)}`);
  const nested = entries.filter((entry): entry is [string, ShownRow | Shown[]] => isNested(entry[1]));
  const isEmpty = ([, value]: [string, ShownRow | Shown[]]) => Array.isArray(value) && value.length === 0;
  const empty = nested.filter(isEmpty).map(([name]) => name);
  return [
    ...(lines.length > 0 ? [lines.join("\n")] : []),
    ...nested.filter((entry) => !isEmpty(entry)).map(([name, value]) => `${name}\n${formatResult(value)}`),
    ...(empty.length > 0 ? [`nothing in ${empty.join(", ")}`] : []),
  ].join("\n\n");
}

function formatTable(rows: ShownRow[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = [names, ...rows.map((row) => names.map((name) => cell(row[name])))];
  const widths = names.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  return cells
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Customers' input reaches an operator's terminal here, so control characters are removed, and those that turn its direction. */
function cell(value: ShownRow[string] | undefined): string {
  if (value === null || value === undefined || value === "") return "-";
  return (typeof value === "object" ? JSON.stringify(value) : String(value)).replace(
    /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu,
    "\u00b7",
  );
}

function isNested(value: ShownRow[string]): value is ShownRow | Shown[] {
  return typeof value === "object" && value !== null;
}

function isRows(data: Shown[]): data is ShownRow[] {
  return data.every((row) => typeof row === "object" && !Array.isArray(row));
}
