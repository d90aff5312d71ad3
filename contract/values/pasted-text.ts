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
