import type { Chance } from "../simulation/chance.ts";

/** Values that have broken parsers, number readers, databases and prototypes. */
const hostileValues: readonly unknown[] = [
  ...[null, true, false, 0, -1, 0.1, 1e308, -1e308, 2 ** 53, -(2 ** 63), [], {}, [[[[[]]]]], [null], [{}]],
  ...["", " ", "0", "-1", "1e309", "NaN", "Infinity", "0x10", "1,5", "9".repeat(78), `0.${"1".repeat(40)}`, "١٢٣"],
  ...[
    "\u202e",
    "\ud800",
    "\u0000",
    "\ufeff",
    "a\u0301\u0301",
    "👩‍👩‍👧",
    "ﷺ".repeat(50),
    "%00",
    "../../etc/passwd",
    "\r\nX: y",
  ],
  ...["'; drop table exchange_order; --", "__proto__", "constructor", "toString", "<script>alert(1)</script>"],
  ...["{letters}", "x".repeat(501), "я".repeat(5000), "null", "undefined", "[object Object]"],
  ...[{ toString: 1, valueOf: null }, { constructor: { prototype: { isAdmin: true } } }, { length: 1e9 }],
];

/** The value with one leaf or branch replaced, removed, turned into a list, or with an extra key. */
export function corruptedValue(value: unknown, chance: Chance): unknown {
  const paths = pathsOf(value);
  const path = chance.pick(paths);
  const part = path.reduce<unknown>((whole, key) => (isIndexed(whole) ? Reflect.get(whole, key) : undefined), value);
  const how = chance.between(1, 10);
  if (how <= 6) return replaced(value, path, chance.pick(hostileValues));
  if (how === 7) return replaced(value, path, [part]);
  if (how === 8) return replaced(value, path, typeof part === "string" ? part + chance.pick(["\u0000", " ", "0"]) : "");
  if (how === 9) return replaced(value, path, undefined);
  const key = chance.pick(["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "", "0", "ref"]);
  return isIndexed(part) && !Array.isArray(part)
    ? replaced(
        value,
        path,
        JSON.parse(`{${JSON.stringify(key)}:${JSON.stringify(chance.pick(hostileValues)) ?? "1"}}`),
        part,
      )
    : replaced(value, path, { [key]: 1 });
}

/** Invalid JSON, or JSON that parsers read differently. */
export function corruptedBytes(value: unknown, chance: Chance): Buffer {
  const text = JSON.stringify(value) ?? "";
  const other = JSON.stringify(chance.pick(hostileValues)) ?? "0";
  const first = /"(\w+)":/.exec(text)?.[1] ?? "a";
  const texts = [
    text.slice(0, chance.between(0, text.length)),
    text.replace("{", `{"${first}":${other},`),
    text.replace("{", `{"__proto__":${other},`),
    text.replace(/:("[^"]*"|\d+)/, ":1e309"),
    text.replace(/:("[^"]*"|\d+)/, ":-0.0e-999999"),
    text.replace("{", `{"deep":${"[".repeat(10_000)}${"]".repeat(10_000)},`),
    text.replace("{", `{"deep":${'{"a":'.repeat(5000)}1${"}".repeat(5000)},`),
    text.replaceAll('"', "'"),
    `${text}${text}`,
    `\ufeff${text}`,
    `${text}// comment`,
    "",
    "null",
    other,
  ];
  const bytes = Buffer.from(chance.pick(texts));
  if (!chance.percent(25) || bytes.length === 0) return bytes;
  // Invalid UTF-8: a lone continuation, an overlong slash, a byte that never occurs.
  const at = chance.between(0, bytes.length - 1);
  const wrong = chance.pick([
    Buffer.from([0x80]),
    Buffer.from([0xc0, 0xaf]),
    Buffer.from([0xff]),
    Buffer.from([0xed, 0xa0, 0x80]),
  ]);
  return Buffer.concat([bytes.subarray(0, at), wrong, bytes.subarray(at)]);
}

/** One of them as text, for a query, path or header. */
export function hostileText(chance: Chance): string {
  const value = chance.pick(hostileValues);
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

function pathsOf(value: unknown): string[][] {
  if (!isIndexed(value)) return [[]];
  return [[], ...Object.entries(value).flatMap(([key, part]) => pathsOf(part).map((path) => [key, ...path]))];
}

function replaced(whole: unknown, [key, ...rest]: string[], by: unknown, beside: object = {}): unknown {
  if (key === undefined) return isIndexed(by) && !Array.isArray(by) ? { ...beside, ...by } : by;
  if (!isIndexed(whole)) return whole;
  const parts = Object.entries(whole).map(([name, part]) => [
    name,
    name === key ? replaced(part, rest, by, beside) : part,
  ]);
  return Array.isArray(whole) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
}

function isIndexed(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
