import { isStorable } from "../../db/storable.ts";

/** Deeper than any request needs, shallow enough for every parser. */
const maxDepth = 32;

/** Not an acceptable JSON object. `duplicate`: a repeated key, which two parsers could read differently. */
type JsonFault = "utf8" | "syntax" | "duplicate" | "forbidden_key" | "depth" | "text";
export type JsonReading = { ok: true; value: unknown } | { ok: false; fault: JsonFault };

/**
 * Parses JSON and refuses what only an attacker sends: duplicate keys, `__proto__`, deep nesting, text that PostgreSQL
 * cannot store.
 */
export function readJson(bytes: Uint8Array): JsonReading {
  const text = decode(bytes);
  if (text === undefined) return { ok: false, fault: "utf8" };
  const parsed = parse(text);
  if (!parsed) return { ok: false, fault: "syntax" };
  const fault = faultOfKeys(text) ?? (isStorable(parsed.value) ? undefined : "text");
  return fault ? { ok: false, fault } : { ok: true, value: parsed.value };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** The text is valid JSON, so only strings and brackets need to be scanned. */
function faultOfKeys(text: string): JsonFault | undefined {
  const open: (Set<string> | null)[] = [];
  for (const [token, string, colon] of text.matchAll(/("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\]]/g)) {
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(null);
    else if (token === "}" || token === "]") open.pop();
    else if (string && colon) {
      const keys = open.at(-1);
      const key = String(JSON.parse(string));
      if (key === "__proto__") return "forbidden_key";
      if (keys?.has(key)) return "duplicate";
      keys?.add(key);
    }
    if (open.length > maxDepth) return "depth";
  }
  return undefined;
}
