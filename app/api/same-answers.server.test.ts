import { describe, expect, test } from "vitest";
import { sameAnswers } from "./same-answers.server.ts";

function counting() {
  let reads = 0;
  const answers = sameAnswers<{ parts: number[] }>();
  const read = (name: string, text: string) =>
    answers(name, text, () => {
      reads += 1;
      return { parts: JSON.parse(text) };
    });
  return { read, reads: () => reads };
}

describe("a reply with the same text", () => {
  test("is parsed once", () => {
    const { read, reads } = counting();
    expect(read("rules", "[1]")).toBe(read("rules", "[1]"));
    expect(reads()).toBe(1);
  });

  test("is parsed again when the text or the call's name differs", () => {
    const { read } = counting();
    expect([read("a", "[1]"), read("a", "[2]"), read("a", "[1]"), read("b", "[3]")]).toEqual([
      { parts: [1] },
      { parts: [2] },
      { parts: [1] },
      { parts: [3] },
    ]);
  });

  test("is frozen, because callers share it", () => {
    const { read } = counting();
    const { parts } = read("a", "[1]");
    read("a", "[1]");
    expect(() => parts.push(2)).toThrow(TypeError);
  });

  test("is evicted after a hundred others", () => {
    const { read, reads } = counting();
    for (let count = 0; count <= 100; count += 1) read(String(count), "[1]");
    read("0", "[1]");
    expect(reads()).toBe(102);
  });
});
