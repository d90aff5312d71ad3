const noBreakSpace = "\u00a0";

/**
 * Keeps together what a line must not part, in every sentence of a file of words: a Russian word of one or two letters
 * and the word it belongs to, a dash and the word before it, a figure and its per cent sign. Done once when the words are
 * loaded, so that the files stay plain and server and browser show the same.
 */
export function withoutBreaks<Words>(words: Words): Words;
export function withoutBreaks(words: unknown): unknown {
  if (typeof words === "string") return kept(words);
  if (Array.isArray(words)) return words.map((word) => withoutBreaks(word));
  if (typeof words !== "object" || words === null) return words;
  return Object.fromEntries(Object.entries(words).map(([key, value]) => [key, withoutBreaks(value)]));
}

function kept(sentence: string): string {
  return sentence
    .replace(/(?<![\p{L}\p{N}])([А-ЯЁа-яё]{1,2}) (?=\S)/gu, `$1${noBreakSpace}`)
    .replace(/ (?=[—–] )/g, noBreakSpace)
    .replace(/(\d|\}\}) (?=%)/g, `$1${noBreakSpace}`);
}
