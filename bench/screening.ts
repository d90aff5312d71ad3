/**
 * How long an import of 20,000 parties and a comparison with them take, and what the rule for names finds: 50 listed parties with
 * misspellings among 5,000 customers. Run: npx tsx bench/screening.ts.
 */

import { NameIndex } from "../upstream/screening/rules/name-index.ts";
import { hitScore, nameScore } from "../upstream/screening/rules/name-score.ts";
import { nameWords } from "../upstream/shared/rules/names/name-words.ts";

/** Repeatable: the same seed draws the same names. */
function drawing(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
const draw = drawing(20_261_128);
const pick = <Item>(items: readonly Item[]): Item => items[draw(items.length)] as Item;

/** Words of syllables: as many different ones as a country has family names, and few that differ in one letter only. */
const syllables = [..."bdfghklmnprstvz"].flatMap((consonant) => [..."aeiou"].map((vowel) => consonant + vowel));
const endings = "ov enko ski man berg ez idis yan aev uk stein ini ard son ado adze".split(" ");
const wordOf = (count: number) => Array.from({ length: count }, () => pick(syllables)).join("");
const givenNames = Array.from({ length: 400 }, () => wordOf(2 + draw(2)));
const family = () => `${wordOf(3 + draw(2))}${pick(endings)}`;
const fullName = () => `${pick(givenNames)} ${family()}${draw(4) === 0 ? ` ${family()}` : ""}`;

/** One letter of a word of five and more is left out, doubled or swapped; or the words change their order. */
function misspelt(name: string): string {
  const words = name.split(" ");
  const at = words.findIndex((word) => word.length >= 6);
  const word = words[at] ?? "";
  const position = 1 + draw(Math.max(1, word.length - 3));
  const changes = [
    () => `${word.slice(0, position)}${word.slice(position + 1)}`,
    () => `${word.slice(0, position)}${word[position]}${word.slice(position)}`,
    () => `${word.slice(0, position)}${word[position + 1]}${word[position]}${word.slice(position + 2)}`,
  ];
  if (at >= 0) words[at] = pick(changes)();
  return draw(2) === 0 ? words.reverse().join(" ") : words.join(" ");
}

const parties = Array.from({ length: 20_000 }, (_, at) => ({
  ...{ list: "bench", id: String(at), kind: "person" as const, births: [] },
  names: Array.from({ length: 1 + draw(3) }, fullName),
}));
const beforeBuild = performance.now();
const index = new NameIndex();
for (const party of parties) index.add(party);
const buildMs = performance.now() - beforeBuild;

const listed = parties
  .filter((_, at) => at % 400 === 0)
  .map(({ id, names }) => ({ id, name: misspelt(names[0] ?? "") }));
const others = Array.from({ length: 4950 }, fullName);
const promised = (name: string) =>
  parties.some((party) => party.names.some((entry) => nameScore(nameWords(name), nameWords(entry)) >= hitScore));

const times: number[] = [];
// Processor time: other work on the machine delays single comparisons by more than they take.
const isHit = (name: string) => {
  const start = process.cpuUsage();
  const isListed = index.matches(name).length > 0;
  const { user, system } = process.cpuUsage(start);
  times.push((user + system) / 1000);
  return isListed;
};
for (const { name } of listed) isHit(name);
times.length = 0;
const missed = listed.filter(({ name }) => !isHit(name) && promised(name));
const held = listed.filter(({ name }) => isHit(name)).length;
const alarms = others.filter(isHit);
// Namesakes of a listed party are what the rule has to find, and no false alarm of it.
const exact = new Set(parties.flatMap(({ names }) => names.map((name) => nameWords(name).sort().join(" "))));
const beside = alarms.filter((name) => !exact.has(nameWords(name).sort().join(" ")));
times.sort((a, b) => a - b);
const percentile = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(2);
console.log({
  names: index.size,
  buildMs: Math.round(buildMs),
  checkMs: { median: percentile(0.5), p99: percentile(0.99) },
  ...{ listed: listed.length, held, missed: missed.length },
  ...{ others: others.length, namesakes: alarms.length - beside.length, beside: beside.length },
});
// What the rule promises is found, at most five others are, and 99 of 100 comparisons take at most two milliseconds.
const isKept = missed.length === 0 && beside.length <= 5 && Number(percentile(0.99)) <= 2;
if (!isKept) console.log("wrong: a limit is not kept");
process.exitCode = isKept ? 0 : 1;
