type Row = Record<string, unknown>;

/** Changed columns of a row before and after, for the audit log; technical columns excluded. */
export function changesOf(before: Row, after: Row): { before: Row; after: Row } {
  const names = Object.keys(after).filter((name) => {
    return !unlisted.has(name) && JSON.stringify(readable(before[name])) !== JSON.stringify(readable(after[name]));
  });
  const part = (row: Row) => Object.fromEntries(names.map((name) => [name, readable(row[name])]));
  return { before: part(before), after: part(after) };
}

const unlisted: ReadonlySet<string> = new Set(["version", "updatedAt", "checkedAt", "holdOffer"]);

/** JSON form: amounts as text of minor units, times in RFC 3339. */
export function readable(value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(readable);
  if (typeof value !== "object" || value === null) return value ?? null;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, readable(part)]));
}
