/**
 * How many letters must be changed, added, left out or swapped with their neighbour to make one word of the other; anything
 * above `limit` is `limit + 1`. Optimal string alignment, three rows, of which only what lies within `limit` of the diagonal is
 * computed: a path that leaves it costs more.
 */
export function editDistance(word: string, otherWord: string, limit: number): number {
  const [rows, columns] = [word.length, otherWord.length];
  const beyond = limit + 1;
  if (Math.abs(rows - columns) > limit) return beyond;
  let [twoAbove, above, here] = scratch(columns + 2);
  for (let column = 0; column <= columns; column += 1) above[column] = column;
  for (let row = 1; row <= rows; row += 1) {
    const [first, last] = [Math.max(1, row - limit), Math.min(columns, row + limit)];
    here[first - 1] = first === 1 ? row : beyond;
    let least = first === 1 ? row : beyond;
    const [letter, letterBefore] = [word.charCodeAt(row - 1), row > 1 ? word.charCodeAt(row - 2) : -1];
    for (let column = first; column <= last; column += 1) {
      const opposite = otherWord.charCodeAt(column - 1);
      const changed = at(above, column - 1) + (letter === opposite ? 0 : 1);
      let distance = Math.min(at(above, column) + 1, at(here, column - 1) + 1, changed);
      if (column > 1 && letter === otherWord.charCodeAt(column - 2) && letterBefore === opposite)
        distance = Math.min(distance, at(twoAbove, column - 2) + 1);
      here[column] = distance;
      if (distance < least) least = distance;
    }
    if (least > limit) return beyond;
    here[last + 1] = beyond;
    [twoAbove, above, here] = [above, here, twoAbove];
  }
  return Math.min(at(above, columns), beyond);
}

/** Rows for words of any length that a list has, kept: a comparison with all lists makes thousands of these. */
let rowsKept = [new Int32Array(64), new Int32Array(64), new Int32Array(64)] as const;

function scratch(length: number): readonly [Int32Array, Int32Array, Int32Array] {
  if (length > rowsKept[0].length) {
    const size = 2 * length;
    rowsKept = [new Int32Array(size), new Int32Array(size), new Int32Array(size)];
  }
  return rowsKept;
}

const at = (row: Int32Array, position: number) => row[position] ?? 0;

/** How many letters of a word may differ: none of up to three, one of up to ten, two of more. */
export const allowedDistance = (length: number): number => (length <= 3 ? 0 : length <= 10 ? 1 : 2);
