/**
 * How many letters must be changed, added, left out or swapped with their neighbour to make one word of the other; anything
 * above `limit` is `limit + 1`. Optimal string alignment, three rows.
 */
export function editDistance(one: string, other: string, limit: number): number {
  const [rows, columns] = [one.length, other.length];
  if (Math.abs(rows - columns) > limit) return limit + 1;
  let [twoAbove, above] = [new Array<number>(columns + 1).fill(0), Array.from({ length: columns + 1 }, (_, at) => at)];
  for (let row = 1; row <= rows; row += 1) {
    const here = [row];
    let least = row;
    for (let column = 1; column <= columns; column += 1) {
      const isSame = one.charCodeAt(row - 1) === other.charCodeAt(column - 1);
      let distance = Math.min(
        (above[column] ?? 0) + 1,
        (here[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwapped) distance = Math.min(distance, (twoAbove[column - 2] ?? 0) + 1);
      here.push(distance);
      least = Math.min(least, distance);
    }
    if (least > limit) return limit + 1;
    [twoAbove, above] = [above, here];
  }
  return Math.min(above[columns] ?? limit + 1, limit + 1);
}

/** How many letters of a word may differ: none of up to three, one of up to nine, two of more. */
export const allowedDistance = (length: number): number => (length <= 3 ? 0 : length <= 9 ? 1 : 2);
