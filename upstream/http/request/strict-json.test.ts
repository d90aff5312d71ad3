import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readJson } from "./strict-json.ts";

const read = (text: string) => readJson(new TextEncoder().encode(text));

describe("strict JSON", () => {
  test("parses like JSON.parse, except for prototype keys", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: true, maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value);
        const isForbidden = text.includes('"__proto__":');
        expect(read(text)).toEqual(
          isForbidden ? { ok: false, fault: "forbidden_key" } : { ok: true, value: JSON.parse(text) },
        );
      }),
    );
  });

  test.each([
    ['{"a":1,"a":1}', "duplicate"],
    ['{"a":1,"\\u0061" : 2}', "duplicate"],
    ['[{"b":{"a":1}},{"b":{"x":0,"a":1,"a":2}}]', "duplicate"],
    [`{"a"${" ".repeat(200)}:1,"a":2}`, "duplicate"],
    ['{"a":{"__proto__":{}}}', "forbidden_key"],
    ["[".repeat(33) + "]".repeat(33), "depth"],
    ['["\\u0000"]', "text"],
    ['{"\\udead":1}', "text"],
    ["{a:1}", "syntax"],
    ["", "syntax"],
    ["\ufeff\ufeff{}", "syntax"],
  ])("refuses %s", (text, fault) => {
    expect(read(text)).toEqual({ ok: false, fault });
  });

  test("accepts equal keys in different objects, and key-like text in strings", () => {
    for (const text of ['[{"a":1},{"a":2}]', '{"a":{"a":1}}', '{"a":"\\"a\\":1,","b":"a"}', '{"a":"__proto__"}']) {
      expect(read(text)).toEqual({ ok: true, value: JSON.parse(text) });
    }
  });

  test("refuses invalid UTF-8", () => {
    expect(readJson(new Uint8Array([0x22, 0xc3, 0x28, 0x22]))).toEqual({ ok: false, fault: "utf8" });
  });

  test("parses a long text of escapes in bounded time and memory", () => {
    const long = JSON.stringify({ text: '\\"'.repeat(30_000) });
    expect(read(long)).toEqual({ ok: true, value: JSON.parse(long) });
  });
});
