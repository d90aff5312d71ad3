/**
 * What a label looks like, whatever its letters are: two labels with the same skeleton cannot be told apart in a list.
 * Ignores case, spaces, punctuation and marks, and reads look-alikes of other scripts and digits as one letter. Close to
 * the confusables of Unicode's UTS 39, for the scripts that our customers type.
 */
export function labelSkeleton(label: string): string {
  const base = label
    .normalize("NFKD")
    .replace(/[\p{M}\p{P}\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800\s]/gu, "")
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "");
  const alike = Array.from(base, (letter) => looks[letter] ?? letter).join("");
  // Only signs that were left out: such a label looks like itself.
  return alike.replaceAll("rn", "m").replaceAll("vv", "w") || label.normalize("NFKC").trim();
}

/** Small letters of Latin, Cyrillic, Greek and Armenian, and digits, by the Latin letter that they look like. */
const looks: Readonly<Record<string, string>> = {
  ...{ а: "a", в: "b", е: "e", к: "k", м: "m", н: "h", о: "o", р: "p", с: "c", т: "t", у: "y", х: "x", ь: "b" },
  ...{ і: "l", ӏ: "l", ј: "j", ѕ: "s", ԁ: "d", ԛ: "q", ԝ: "w", һ: "h", ѵ: "v", ѡ: "w", ո: "n", ս: "u", օ: "o" },
  ...{ α: "a", β: "b", ε: "e", ζ: "z", η: "n", ι: "l", κ: "k", μ: "m", ν: "v", ο: "o", ρ: "p", τ: "t", υ: "y" },
  ...{ χ: "x", ω: "w", ɑ: "a", ı: "l", ɡ: "g", ʟ: "l", i: "l", "|": "l", "0": "o", "1": "l", "5": "s" },
};
