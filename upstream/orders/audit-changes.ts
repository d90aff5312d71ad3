type Row = Record<string, unknown>;

/** What of a row became another, before and after, as the audit keeps it; bookkeeping of the row itself left out. */
export function changesOf(before: Row, after: Row): { before: Row; after: Row } {
  const names = Object.keys(after).filter((name) => {
    return !silent.has(name) && JSON.stringify(readable(before[name])) !== JSON.stringify(readable(after[name]));
  });
  const part = (row: Row) => Object.fromEntries(names.map((name) => [name, readable(row[name])]));
  return { before: part(before), after: part(after) };
}

const silent: ReadonlySet<string> = new Set(["version", "updatedAt", "checkedAt", "holdOffer"]);

/** As JSON can say it: amounts are text of minor units, moments are RFC 3339. */
export function readable(value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(readable);
  if (typeof value !== "object" || value === null) return value ?? null;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, readable(part)]));
}
