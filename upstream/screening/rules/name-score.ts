import { allowedDistance, editDistance } from "./edit-distance.ts";

/** From this score on, a name is a hit. docs/screening.md states the rule with examples. */
export const hitScore = 88;

/** What each word costs that only the longer name has: a patronymic, a second family name. */
const extraWordCost = 2;
const mostExtraCost = 6;
const birthCost = 20;

/**
 * How much two names agree, 0 to 100, by their words as `nameWords` gives them. Each word of the shorter name is paired with a
 * word of the longer, in any order; the score is how many of its letters agree, less what the longer has beside. Two words
 * have to agree; a name of one word agrees with a name of one word only. Names that differ only in where words are split
 * agree letter by letter.
 */
export function nameScore(name: readonly string[], otherName: readonly string[]): number {
  const [shorter, longer] = name.length <= otherName.length ? [name, otherName] : [otherName, name];
  return Math.max(joinedScore(shorter, longer), pairedScore(shorter, longer));
}

function pairedScore(shorter: readonly string[], longer: readonly string[]): number {
  if (shorter.length === 0 || (shorter.length === 1 && longer.length > 1)) return 0;
  const left = [...longer];
  let [letters, same] = [0, 0];
  // The longest first: a short word takes no partner from it.
  for (const word of [...shorter].sort((a, b) => b.length - a.length)) {
    const best = closest(word, left);
    const [partner] = best === undefined ? [] : left.splice(best.at, 1);
    // Of the longer of the two, so that the score is the same both ways.
    const length = Math.max(word.length, partner?.length ?? 0);
    letters += length;
    if (best !== undefined) same += length - best.distance;
  }
  const matched = longer.length - left.length;
  if (matched < Math.min(2, shorter.length)) return 0;
  const extra = Math.min((longer.length - shorter.length) * extraWordCost, mostExtraCost);
  return Math.max(0, Math.round((100 * same) / letters) - extra);
}

function closest(word: string, words: readonly string[]): { at: number; distance: number } | undefined {
  let best: { at: number; distance: number } | undefined;
  for (const [at, candidate] of words.entries()) {
    const limit = allowedDistance(Math.min(word.length, candidate.length));
    const distance = editDistance(word, candidate, limit);
    if (distance <= limit && (best === undefined || distance < best.distance)) best = { at, distance };
  }
  return best;
}

/** Only where as many letters as two words have are there, since short names agree by chance. */
const leastJoined = 8;

function joinedScore(shorter: readonly string[], longer: readonly string[]): number {
  if (shorter.length === longer.length) return 0;
  const [shorterText, longerText] = [shorter.join(""), longer.join("")];
  if (Math.min(shorterText.length, longerText.length) < leastJoined) return 0;
  const distance = editDistance(shorterText, longerText, 1);
  return distance > 1 ? 0 : Math.round(100 * (1 - distance / Math.max(shorterText.length, longerText.length)));
}

/**
 * The score with dates of birth as a second fact, `1966-12-07` or `1966`: one year apart is a slip of the list, more is
 * another person. Where one side has none it says nothing.
 */
export function withBirth(score: number, births: readonly string[], birth: string | null): number {
  if (birth === null || births.length === 0) return score;
  const year = (date: string) => Number(date.slice(0, 4));
  return births.some((listed) => Math.abs(year(listed) - year(birth)) <= 1) ? score : Math.max(0, score - birthCost);
}
