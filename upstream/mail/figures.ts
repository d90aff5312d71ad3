import { formatDecimal } from "../../contract/values/decimal.ts";
import { type Lang, languageSettings } from "../../contract/values/languages.ts";

/** The properties of an asset needed to format an amount. */
export type AssetName = { symbol: string; networkLabel: string | null; decimals: number; kind: "crypto" | "ewallet" };

/**
 * `1,234.50 USD`, `0.0094 BTC`: two decimals for money, no superfluous zeros, a non-breaking space before the symbol.
 */
export function amountText(minor: bigint, asset: AssetName, language: Lang): string {
  const minimumFractionDigits = asset.kind === "ewallet" ? Math.min(2, asset.decimals) : 0;
  return `${numberText(formatDecimal(minor, asset.decimals), language, minimumFractionDigits)}\u00a0${asset.symbol}`;
}

/** `1 USDT = 0.9611 USD`. */
export function rateText(rate: string, from: AssetName, to: AssetName, language: Lang): string {
  return `1\u00a0${from.symbol} = ${numberText(rate, language)}\u00a0${to.symbol}`;
}

/** A time with its time zone, since the reader's is unknown. */
export function momentText(at: Date, language: Lang): string {
  const parts = { dateStyle: "long", timeStyle: "short", timeZone: "UTC" } as const;
  const format = momentFormats[language] ?? new Intl.DateTimeFormat(languageSettings[language].dates, parts);
  momentFormats[language] = format;
  return `${format.format(at)} UTC`;
}

/** Creating a formatter costs more than writing an email with it. */
const momentFormats: Partial<Record<Lang, Intl.DateTimeFormat>> = {};

/** Exact at any length: Intl formats the decimal text itself, never a number. */
function numberText(decimal: string, language: Lang, minimumFractionDigits = 0): string {
  const format = new Intl.NumberFormat(language, { minimumFractionDigits, maximumFractionDigits: 20 });
  return format.format(exact(decimal));
}

function exact(decimal: string): Intl.StringNumericLiteral {
  if (!isDecimal(decimal)) throw new Error(`Not a decimal: ${decimal}`);
  return decimal;
}

function isDecimal(text: string): text is `${number}` {
  return /^\d+(\.\d+)?$/.test(text);
}
