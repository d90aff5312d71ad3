/**
 * The one text of a value, for signatures: object keys sorted by code unit, no white space. Of texts, null, lists and
 * objects it is RFC 8785; numbers are refused, since amounts are texts.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "string" || typeof value === "boolean") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object") throw new Error(`Not part of a signed statement: ${typeof value}`);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, part]) => `${JSON.stringify(name)}:${canonicalJson(part)}`).join(",")}}`;
}
