const noBreakSpace = "\u00a0";

/**
 * Inserts no-break spaces into every text of a locale file, by the rules of Russian typography: after a word of one or
 * two letters, before a particle or a dash, and between a number and its noun, unit (`USD`, `UTC`) or percent sign. Done once at load, so
 * that the files contain plain spaces and server and browser render the same text.
 */
export function withoutBreaks<Words>(words: Words): Words;
export function withoutBreaks(words: unknown): unknown {
  if (typeof words === "string") return withNoBreaks(words);
  if (Array.isArray(words)) return words.map((word) => withoutBreaks(word));
  if (typeof words !== "object" || words === null) return words;
  return Object.fromEntries(Object.entries(words).map(([key, value]) => [key, withoutBreaks(value)]));
}

function withNoBreaks(sentence: string): string {
  return sentence
    .replace(/(?<![\p{L}\p{N}])([А-ЯЁа-яё]{1,2}) (?=\S)/gu, `$1${noBreakSpace}`)
    .replace(/ (?=(?:ли|же|бы)(?!\p{L}))/gu, noBreakSpace)
    .replace(/(\d) (?=[А-ЯЁа-яё])/g, `$1${noBreakSpace}`)
    .replace(/ (?=[—–] )/g, noBreakSpace)
    .replace(/(\d|\}\}) (?=%|[A-Z]{3,4}(?![\p{L}\d]))/gu, `$1${noBreakSpace}`);
}
