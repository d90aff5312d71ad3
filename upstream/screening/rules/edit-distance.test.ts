import fc from "fast-check";
import { expect, test } from "vitest";
import { cases, seed } from "../../orders/rules/testing/seed.ts";
import { editDistance } from "./edit-distance.ts";

/** The same by definition, over all sequences of edits. */
function plainDistance(word: string, otherWord: string): number {
  const rows = Array.from({ length: word.length + 1 }, (_, row) =>
    Array.from({ length: otherWord.length + 1 }, (_, column) => row + column),
  );
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= word.length; row += 1)
    for (let column = 1; column <= otherWord.length; column += 1) {
      const isSame = word[row - 1] === otherWord[column - 1];
      const isSwapped =
        row > 1 && column > 1 && word[row - 1] === otherWord[column - 2] && word[row - 2] === otherWord[column - 1];
      const ways = [at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + (isSame ? 0 : 1)];
      if (isSwapped) ways.push(at(row - 2, column - 2) + 1);
      rows[row]?.splice(column, 1, Math.min(...ways));
    }
  return at(word.length, otherWord.length);
}

/** Words of three letters are often near each other. */
const words = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 9 });

test("the distance of two words is that of the shortest way between them, up to the limit", () => {
  fc.assert(
    fc.property(words, words, fc.integer({ min: 0, max: 3 }), (word, otherWord, limit) => {
      expect(editDistance(word, otherWord, limit)).toBe(Math.min(plainDistance(word, otherWord), limit + 1));
    }),
    { seed: seed("edit distances"), numRuns: cases(20_000) },
  );
});
