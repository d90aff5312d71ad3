/**
 * Characters without a picture that come along when text is copied: zero-width spaces and joiners, marks of direction, soft
 * hyphens, byte order marks, variation selectors. Unicode's category Cf and what browsers treat like it.
 */
const invisible = /\p{Cf}|\u034f|[\u115f\u1160\u3164\uffa0]|[\u17b4\u17b5]|[\u180b-\u180f]|[\ufe00-\ufe0f]/gu;

export const withoutInvisible = (text: string) => text.replace(invisible, "");

/** Quotes and brackets that people, messengers and editors put around a copied value. */
const wrapping = "[\\s\"'`´‘’‚“”„«»‹›<>()\\[\\]{}]";
const wrapped = new RegExp(`^${wrapping}+|${wrapping}+$`, "gu");

/** The text without invisible characters and without what stands around it. */
export const unwrapped = (text: string) => withoutInvisible(text).replace(wrapped, "");

/** Letters, figures and signs of full width, as keyboards of East Asia type them. */
const fullWidth = /[\uff01-\uff5e]/g;

/** Not NFKC for all: it would make `No1` of `№1` and 52 of `5²`. */
export const withoutFullWidth = (text: string) => text.replace(fullWidth, (sign) => sign.normalize("NFKC"));

/** The figures of every script (Arabic, Persian, Devanagari, full width) as those of ASCII. */
export const asciiFigures = (text: string) => text.replace(/(?![0-9])\p{Nd}/gu, figureOf);

/** Decimal digits of Unicode are consecutive runs of ten that begin with a zero. */
function figureOf(figure: string): string {
  const code = figure.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

/** The text without invisible characters, with figures and characters of full width in ASCII. */
export const asciiForm = (text: string) => asciiFigures(withoutFullWidth(withoutInvisible(text)));

/** Hyphens, dashes and the minus sign, for a class of characters. */
export const dashes = "\\p{Pd}\\u2043\\u2212";
const spacesAndDashes = new RegExp(`[\\s${dashes}]`, "gu");
/** Marks that end a sentence and brackets and quotes that end a citation. */
const ending = new RegExp(`(?:${wrapping}|[.,;:!?…。])+$`, "u");

/**
 * A code or number as it is compared, from what people type, paste and autofill: in ASCII, without spaces and dashes, without
 * quotes around it and without punctuation at its end. The case of its letters stays.
 */
export const plainCode = (text: string) => unwrapped(asciiForm(text)).replace(ending, "").replace(spacesAndDashes, "");
