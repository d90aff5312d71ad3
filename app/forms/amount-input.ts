import { type Lang, languageSettings } from "../../contract/values/languages.ts";
import { asciiForm } from "../../contract/values/pasted-text.ts";

/** Why a typed amount was rejected; each has its own text. */
export type AmountProblem =
  | "empty"
  | "letters"
  | "negative"
  | "exponent"
  | "ambiguous"
  | "signs"
  | "decimals"
  | "huge"
  | "zero";

export type AmountReading =
  | { ok: true /** A contract decimal without trailing zeros. */; amount: string }
  | {
      ok: false;
      problem: AmountProblem;
      /** Possible meanings as contract decimals, likeliest first: offered, never assumed. */
      readings: readonly string[];
    };

/** Upper bound of digits before the decimal sign for all currencies; the pair's limits apply in addition. */
const mostWholeDigits = 15;
const spaces = /[\s\u00a0\u2007\u2009\u202f]/g;

/**
 * Reads an amount in the format of the reader's language. English: `.` is the decimal sign, commas or spaces group in
 * threes. Russian: `,` is the decimal sign, spaces group, a single `.` is a decimal sign too. An ambiguous sign
 * (`1,234`, `1.234`) is rejected with both meanings: a wrong guess would be wrong by a factor of 1000. Figures of other
 * scripts, apostrophes between thousands and the unit of the field (`symbol`; without it any unit that we know) are read.
 */
export function readAmount(text: string, lang: Lang, decimals: number, symbol?: string): AmountReading {
  const typed = withoutUnit(plainAmount(text, lang), symbol).replace(apostrophes, " ");
  const refusal = refusalAtSight(typed);
  if (refusal) return { ok: false, problem: refusal, readings: [] };
  const read = languageSettings[lang].decimalSign === "." ? readWithPoint(typed) : readWithComma(typed);
  if (read === null) return unclear(typed, lang, decimals);
  return fitted(canonical(read), decimals);
}

/** Swiss grouping, with whatever sign a keyboard has for an apostrophe; only before three figures. */
const apostrophes = /(?<=\d)['’ʼ‘´`](?=\d{3}(?!\d))/g;

/** Around a copied amount; brackets stay: in accounts they mean a negative amount. */
const quotes = /^["'`´‘’‚“”„«»‹›\s]+|["'`´‘’‚“”„«»‹›\s]+$/g;
/** Before an amount that comes in, or is given roughly. */
const leadingSign = /^[+≈~](?=\s?[\d.,])\s?/;

function plainAmount(text: string, lang: Lang): string {
  const { decimalSign, groupSign } = languageSettings[lang];
  return asciiForm(text)
    .replaceAll("\u066b", decimalSign)
    .replaceAll("\u066c", groupSign)
    .replace(spaces, " ")
    .replace(quotes, "")
    .replace(/;$/, "")
    .replace(quotes, "")
    .replace(leadingSign, "");
}

const dollars = ["USD", "USDT"];

/** What people write beside an amount, with the symbols that it may stand for. */
const units: Readonly<Record<string, readonly string[]>> = {
  ...{ $: dollars, US$: ["USD"], US: ["USD"], "€": ["EUR"], "₮": ["USDT"], "USD₮": ["USDT"], "₿": ["BTC"] },
  ...{ Ξ: ["ETH"], Ł: ["LTC"], DOLLAR: dollars, DOLLARS: dollars },
  ...{ ДОЛЛ: dollars, ДОЛЛАР: dollars, ДОЛЛАРА: dollars, ДОЛЛАРОВ: dollars },
  ...{ USD: ["USD"], EUR: ["EUR"], USDT: ["USDT"], BTC: ["BTC"], ETH: ["ETH"], LTC: ["LTC"], TRX: ["TRX"] },
};

/** The network of the tokens, behind their symbol; the other's is refused, as another unit is. */
const tronTokens = /(?<=(?:USDT|USD₮|₮) )\(?TRC-?20\)?\.?$/i;

/**
 * Units on either side, as `$1,000.00 USD` of PayPal, if all of them can mean the same; and the full stop of a sentence behind. An amount
 * in another unit keeps it, and is refused: 500 EUR are not 500 USD.
 */
function withoutUnit(typed: string, symbol: string | undefined): string {
  const [, before = "", figures = "", after = ""] =
    /^([^\d.,+-]*)(.*?[\d.,])\s*([^\d.,]*)\.?$/s.exec(typed.replace(tronTokens, "").trim()) ?? [];
  const texts = [...before.split(" "), ...after.split(" ")]
    .filter((unit) => unit !== "")
    .map((unit) => unit.toUpperCase());
  if (texts.length === 0 || new Set(texts).size < texts.length) return typed;
  const common = texts
    .map((unit) => units[unit] ?? (unit === symbol?.toUpperCase() ? [unit] : []))
    .reduce((left, right) => left.filter((meaning) => right.includes(meaning)));
  const isMeant = symbol === undefined ? common.length > 0 : common.includes(symbol.toUpperCase());
  return isMeant ? figures : typed;
}

/** Formats an amount for a field so that `readAmount` reads the same value. */
export function typedAmount(amount: string, lang: Lang): string {
  const [whole = "0", fraction = ""] = amount.split(".");
  const { decimalSign, groupSign } = languageSettings[lang];
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, groupSign);
  if (!fraction) return groups;
  const isAmbiguous = decimalSign === "," && couldGroup(groups, fraction);
  return `${groups}${decimalSign}${isAmbiguous ? `${fraction}0` : fraction}`;
}

function refusalAtSight(typed: string): AmountProblem | null {
  if (typed === "") return "empty";
  if (typed.length > 200) return "huge";
  if (/^[-\u2212\u2013\u2014]/.test(typed) && /\d/.test(typed)) return "negative";
  if (/^[\d., ]*\d[\d., ]*[eE\u0435\u0415][+-]?\d+$/.test(typed)) return "exponent";
  if (/[^\d., ]/.test(typed)) return "letters";
  return /\d/.test(typed) ? null : "signs";
}

type Parts = { whole: string; fraction: string };

function readWithPoint(typed: string): Parts | null {
  // Where spaces group, a comma can only be the decimal sign.
  const [, spaced, decimals] = /^(\d{1,3}(?: \d{3})+),(\d+)$/.exec(typed) ?? [];
  if (spaced !== undefined && decimals !== undefined) return { whole: spaced.replaceAll(" ", ""), fraction: decimals };
  const [whole = "", fraction = "", ...more] = typed.split(".");
  if (more.length > 0 || /\D/.test(fraction)) return null;
  return grouped(whole, ",") || grouped(whole, " ") ? { whole: whole.replace(/[, ]/g, ""), fraction } : null;
}

function readWithComma(typed: string): Parts | null {
  const [whole = "", fraction = "", ...more] = typed.split(/[.,]/);
  if (more.length > 0 || /\D/.test(fraction) || !grouped(whole, " ")) return null;
  return couldGroup(whole, fraction) ? null : { whole: whole.replaceAll(" ", ""), fraction };
}

/** Plain digits, none (`.5`), or groups of exactly three after a first group without a leading zero. */
function grouped(whole: string, separator: string): boolean {
  if (/^\d*$/.test(whole)) return true;
  const [first = "", ...rest] = whole.split(separator);
  return /^[1-9]\d{0,2}$/.test(first) && rest.every((group) => /^\d{3}$/.test(group));
}

/** Whether the sign between the two could group: `1,234` but not `0,234`, `1234,567` or `1 234,567`. */
function couldGroup(whole: string, fraction: string): boolean {
  return fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
}

/** Both readings of an amount that the language's rules do not allow. */
function unclear(typed: string, lang: Lang, decimals: number): AmountReading {
  const decimalSign = languageSettings[lang].decimalSign;
  const readings = [decimalSign, decimalSign === "." ? "," : "."]
    .map((sign) => readWith(typed.replaceAll(" ", ""), sign))
    .filter((reading) => reading !== null)
    .filter((reading, index, all) => all.indexOf(reading) === index)
    .filter((reading) => fitted(reading, decimals).ok);
  return { ok: false, problem: readings.length > 0 ? "ambiguous" : "signs", readings };
}

function readWith(typed: string, decimalSign: string): string | null {
  const groupSign = decimalSign === "." ? "," : ".";
  const [whole = "", fraction = "", ...more] = typed.replaceAll(groupSign, "").split(decimalSign);
  return more.length > 0 ? null : canonical({ whole, fraction });
}

function canonical({ whole, fraction }: Parts): string {
  const digits = whole.replace(/^0+(?=\d)/, "") || "0";
  const rest = fraction.replace(/0+$/, "");
  return rest ? `${digits}.${rest}` : digits;
}

function fitted(amount: string, decimals: number): AmountReading {
  const [whole = "", fraction = ""] = amount.split(".");
  if (amount === "0") return { ok: false, problem: "zero", readings: [] };
  if (whole.length > mostWholeDigits) return { ok: false, problem: "huge", readings: [] };
  if (fraction.length <= decimals) return { ok: true, amount };
  const cut = canonical({ whole, fraction: fraction.slice(0, decimals) });
  return { ok: false, problem: "decimals", readings: cut === "0" ? [] : [cut] };
}
