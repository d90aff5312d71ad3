import { nameWords } from "../../shared/rules/names/name-words.ts";
import { allowedDistance, editDistance } from "./edit-distance.ts";
import type { PartyKind } from "./list-entry.ts";
import { hitScore, nameScore, withBirth } from "./name-score.ts";

/** A listed party as it is kept. `list`: which list it is on. */
export type ListedParty = {
  list: string;
  id: string;
  kind: PartyKind;
  names: readonly string[];
  births: readonly string[];
};

/** A listed party whose name agrees, with the best score of its names. */
export type NameMatch = { list: string; id: string; name: string; score: number };

/** The different words of all names by length, with the letters of each as bits, and the names that have them. */
type Words = { texts: string[]; letters: number[]; names: number[][] };

type ListedName = { party: ListedParty; name: string; words: readonly string[] };

/**
 * All names of all lists, for `matches`. A word of a customer is compared with the listed words of about its length whose
 * letters differ by few; names that share two words are scored. Built once for each state of the lists, by `add`.
 */
export class NameIndex {
  readonly #names: ListedName[] = [];
  readonly #words = new Map<number, Words>();
  readonly #joined = new Map<number, Words>();
  readonly #places = new Map<string, number>();

  add(party: ListedParty): void {
    if (party.kind === "other") return;
    for (const name of party.names) {
      const words = nameWords(name);
      if (words.length === 0) continue;
      const at = this.#names.push({ party, name, words }) - 1;
      for (const word of new Set(words)) this.#put(this.#words, word, "", at);
      this.#put(this.#joined, words.join(""), "=", at);
    }
  }

  get size(): number {
    return this.#names.length;
  }

  /** Listed parties whose names agree with this one at least as much as `hitScore`; the best first. */
  matches(name: string, birth: string | null = null): NameMatch[] {
    const words = nameWords(name);
    const best = new Map<string, NameMatch>();
    for (const at of this.#candidates(words)) {
      const listed = this.#names[at];
      if (!listed) continue;
      const { party } = listed;
      const score = withBirth(nameScore(words, listed.words), party.births, birth);
      const key = `${party.list}:${party.id}`;
      if (score >= hitScore && score > (best.get(key)?.score ?? 0))
        best.set(key, { list: party.list, id: party.id, name: listed.name, score });
    }
    return [...best.values()].sort((a, b) => b.score - a.score);
  }

  /** Names that share two words with these, or the only one, or all letters. */
  #candidates(words: readonly string[]): Set<number> {
    const shared = new Map<number, number>();
    for (const word of new Set(words))
      for (const at of near(this.#words, word, allowedDistance(word.length))) shared.set(at, (shared.get(at) ?? 0) + 1);
    const candidates = new Set(near(this.#joined, words.join(""), 1));
    for (const [at, count] of shared) {
      const least = Math.min(2, words.length, this.#names[at]?.words.length ?? 0);
      if (count >= least) candidates.add(at);
    }
    return candidates;
  }

  #put(table: Map<number, Words>, word: string, kind: string, name: number): void {
    const ofLength = table.get(word.length) ?? { texts: [], letters: [], names: [] };
    table.set(word.length, ofLength);
    const key = kind + word;
    const position = this.#places.get(key);
    if (position !== undefined) {
      ofLength.names[position]?.push(name);
      return;
    }
    this.#places.set(key, ofLength.texts.push(word) - 1);
    ofLength.letters.push(lettersOf(word));
    ofLength.names.push([name]);
  }
}

/** The names that have a word at most `limit` letters from this one; each once for each such word. */
function near(table: ReadonlyMap<number, Words>, word: string, limit: number): Set<number> {
  const names = new Set<number>();
  const letters = lettersOf(word);
  for (let length = word.length - limit; length <= word.length + limit; length += 1) {
    const ofLength = table.get(length);
    if (!ofLength) continue;
    const allowed = Math.min(limit, limitAt(length, word.length, limit));
    // A changed letter changes at most two bits, one that is left out or added one, and so many of those there are at least.
    const most = 2 * allowed - Math.abs(length - word.length);
    for (let at = 0; at < ofLength.letters.length; at += 1) {
      if (bitsOf((ofLength.letters[at] ?? 0) ^ letters) > most) continue;
      const text = ofLength.texts[at] ?? "";
      if (text === word || editDistance(text, word, allowed) <= allowed)
        for (const name of ofLength.names[at] ?? []) names.add(name);
    }
  }
  return names;
}

/** Of joined names one letter may differ at any length. */
const limitAt = (length: number, otherLength: number, limit: number) =>
  limit === 1 ? 1 : allowedDistance(Math.min(length, otherLength));

function lettersOf(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at += 1) bits |= 1 << (word.charCodeAt(at) % 31);
  return bits;
}

function bitsOf(value: number): number {
  let bits = value - ((value >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
