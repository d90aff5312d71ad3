/** Cyrillic letters of Russian, Ukrainian, Belarusian, Serbian and Bulgarian, as passports write them in Latin letters. */
const cyrillic: Readonly<Record<string, string>> = {
  ...{ а: "a", б: "b", в: "v", г: "g", д: "d", е: "e", ж: "zh", з: "z", и: "i", й: "i", к: "k", л: "l", м: "m" },
  ...{ н: "n", о: "o", п: "p", р: "r", с: "s", т: "t", у: "u", ф: "f", х: "kh", ц: "ts", ч: "ch", ш: "sh" },
  ...{ щ: "shch", ъ: "", ы: "y", ь: "", э: "e", ю: "yu", я: "ya", і: "i", є: "ye", ґ: "g", ђ: "dj", ј: "j" },
  ...{ љ: "lj", њ: "nj", ћ: "c", џ: "dzh" },
};

/** Latin letters that Unicode does not take apart. */
const latin: Readonly<Record<string, string>> = {
  ...{ ß: "ss", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ı: "i", ə: "a" },
};

/** Parts of names that lists and passports leave out or write in one word with the next. */
const particles: ReadonlySet<string> = new Set([
  ...["al", "el", "ul", "bin", "ibn", "ben", "bint", "abu", "von", "van", "der", "den", "de", "la", "di", "da", "du"],
  ...["mr", "mrs", "ms", "dr", "the", "and", "of"],
]);

/** Spellings of one sound in Latin letters; each step is applied to the whole word, in this order. */
const sounds: readonly (readonly [RegExp, string])[] = [
  [/shch|tsch|tch/g, "ch"],
  [/sch/g, "sh"],
  [/dzh|dj/g, "j"],
  [/kh/g, "h"],
  [/gh/g, "g"],
  [/th/g, "t"],
  [/dh/g, "d"],
  [/ph/g, "f"],
  [/ck|q/g, "k"],
  [/c(?!h)/g, "k"],
  [/x/g, "ks"],
  [/w/g, "v"],
  [/tz/g, "ts"],
  [/ou|oo/g, "u"],
  [/ee/g, "i"],
  [/[yij]+(?=[uaeo])/g, ""],
  [/[yj]/g, "i"],
  [/(.)\1+/g, "$1"],
  [/(?<=[oe])f$/, "v"],
];

/**
 * The words of a name for comparison, in their order: letters only, in Latin letters and lower case, without marks, each
 * sound in one spelling. Initials and particles are left out where another word remains. Scripts other than Latin and
 * Cyrillic stay as they are.
 */
export function nameWords(name: string): string[] {
  const words = latinLetters(name)
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== "");
  const significant = words.filter((word) => word.length > 1 && !particles.has(word));
  return (significant.length > 0 ? significant : words).map(inOneSpelling).filter((word) => word !== "");
}

/** The same name in another order of its words has the same key; the blocklist stores it. Empty for a text without letters. */
export const nameKey = (name: string): string => nameWords(name).sort().join(" ");

function latinLetters(name: string): string {
  // Apostrophes stand for a soft sign or inside a word: O'Brien, Hasan'ov.
  const lower = name.toLowerCase().replace(/['’ʼ`´ʹ]/g, "");
  const plain = lower.normalize("NFKD").replace(/\p{M}+/gu, "");
  return plain.replace(/[^a-z\s]/gu, (letter) => cyrillic[letter] ?? latin[letter] ?? letter);
}

const inOneSpelling = (word: string) => sounds.reduce((text, [from, to]) => text.replace(from, to), word);
