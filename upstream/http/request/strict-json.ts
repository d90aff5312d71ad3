/** Deeper than anything we ask for, shallow enough for every parser behind us. */
const maxDepth = 32;

/** The text was no JSON object that we take. `duplicate`: two parsers could read it as two different things. */
export type JsonFault = "utf8" | "syntax" | "duplicate" | "forbidden_key" | "depth" | "text";
export type JsonReading = { ok: true; value: unknown } | { ok: false; fault: JsonFault };

/** JSON without what only an attacker sends: keys given twice, `__proto__`, abysses, text that no database stores. */
export function readJson(bytes: Uint8Array): JsonReading {
  const text = decode(bytes);
  if (text === undefined) return { ok: false, fault: "utf8" };
  const parsed = parse(text);
  if (!parsed) return { ok: false, fault: "syntax" };
  const fault = faultOfKeys(text) ?? (isStorable(parsed.value) ? undefined : "text");
  return fault ? { ok: false, fault } : { ok: true, value: parsed.value };
}

/** NUL and half of a surrogate pair are no text to PostgreSQL. */
export function isStorableText(text: string): boolean {
  return !/\0|\p{Surrogate}/u.test(text);
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

/** The text is known to be JSON, so strings and brackets are all there is to look at. */
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

function isStorable(value: unknown): boolean {
  if (typeof value === "string") return isStorableText(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, part]) => isStorableText(key) && isStorable(part));
}
