import { domainToUnicode } from "node:url";

type Imitation = "letters" | "spelling" | "name";

/** Characters that look like a Latin letter, most of them Cyrillic or Greek. */
const looks: Readonly<Record<string, string>> = {
  ...{ а: "a", в: "b", е: "e", ё: "e", к: "k", м: "m", н: "h", о: "o", р: "p", с: "c", т: "t", у: "y", х: "x" },
  ...{ і: "i", ї: "i", ј: "j", ѕ: "s", ԁ: "d", ԛ: "q", ԝ: "w", һ: "h", ѵ: "v", ѡ: "w", ո: "n", ս: "u", օ: "o" },
  ...{ α: "a", ο: "o", ν: "v", ρ: "p", υ: "u", ι: "i", κ: "k", τ: "t", χ: "x", ω: "w", ɑ: "a", ı: "i", ɡ: "g" },
  ...{ "0": "o", "1": "l", "3": "e", "5": "s", "8": "b" },
};
/** Cyrillic letters by sound: «курса» is read as our name too. */
const sounds: Readonly<Record<string, string>> = { у: "u", р: "r", с: "s", х: "h", н: "n", в: "v", и: "i", п: "p" };
/** A shorter name would be found in too many others. */
const leastLength = 4;
const longNameLength = 8;

/** How a host or a handle imitates one of our names, which are plain words in lower case; null if it does not. */
export function imitates(text: string, names: readonly string[]): Imitation | null {
  const unicodeName = domainToUnicode(text) || text;
  const isForeign = /[^\p{ASCII}]/u.test(unicodeName);
  const readings = [looks, { ...looks, ...sounds }].map((letters) => plain(unicodeName, letters));
  for (const name of names.filter(({ length }) => length >= leastLength)) {
    const plainName = plain(name, looks).join("");
    if (readings.some((labels) => labels.join("").includes(plainName)))
      return isForeign ? "letters" : nameOr(unicodeName, name);
    const isLong = plainName.length >= longNameLength;
    // Of a short name with a letter less there are too many words.
    const isNear = (label: string) =>
      (isLong || label.length >= plainName.length) && distance(label, plainName) <= (isLong ? 2 : 1);
    if (readings.some((labels) => labels.some(isNear))) return "spelling";
  }
  return null;
}

/** Digits instead of letters are another spelling; the name itself beside other words is the name. */
const nameOr = (unicodeName: string, name: string): Imitation =>
  unicodeName
    .toLowerCase()
    .replace(/[^a-z\d]/g, "")
    .includes(name)
    ? "name"
    : "spelling";

/** The parts between dots, hyphens and the like, as they look. */
function plain(text: string, letters: Readonly<Record<string, string>>): string[] {
  const base = text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
  const alike = Array.from(base, (letter) => letters[letter] ?? letter).join("");
  return alike
    .replaceAll("rn", "m")
    .replaceAll("vv", "w")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Letters to insert, remove, replace or swap with their neighbour (optimal string alignment). */
function distance(text: string, otherText: string): number {
  if (Math.abs(text.length - otherText.length) > 2) return Number.POSITIVE_INFINITY;
  const rows = Array.from({ length: text.length + 1 }, (_, row) =>
    Array.from({ length: otherText.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  );
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= text.length; row++) {
    for (let column = 1; column <= otherText.length; column++) {
      const isSame = text[row - 1] === otherText[column - 1];
      const steps = [at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + (isSame ? 0 : 1)];
      const isSwapped =
        row > 1 && column > 1 && text[row - 1] === otherText[column - 2] && text[row - 2] === otherText[column - 1];
      if (isSwapped) steps.push(at(row - 2, column - 2) + 1);
      const line = rows[row];
      if (line) line[column] = Math.min(...steps);
    }
  }
  return at(text.length, otherText.length);
}
