import { type Lang, languageSettings } from "../../contract/values/languages.ts";

const noBreakSpace = "\u00a0";

/**
 * Formats an amount for the reader's language: `48210.55` -> `48,210.55` / `48 210,55`. Exact at any length: Intl gets
 * the string, never a number. Trailing zeros are dropped down to `minDecimals` (2 for account money, 0 for coins).
 * Throws on anything but a contract decimal.
 */
export function formatAmount(lang: Lang, amount: string, minDecimals = 0): string {
  const decimals = amount.split(".")[1]?.replace(/0+$/, "").length ?? 0;
  const digits = Math.max(decimals, minDecimals);
  return format(lang, amount, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** `150000` -> `150K` / `150 тыс.`: for the axis of a drawing, never for money that is agreed. */
export function formatShort(lang: Lang, value: number): string {
  const make = () =>
    new Intl.NumberFormat(languageSettings[lang].numbers, { notation: "compact", maximumSignificantDigits: 3 });
  return cached(numberFormats, `${lang} short`, make).format(value);
}

/** Amount and unit with a no-break space: `501 USDT`. */
export function formatMoney(lang: Lang, amount: string, unit: string, minDecimals = 0): string {
  return `${formatAmount(lang, amount, minDecimals)}${noBreakSpace}${unit}`;
}

/** `3.79` -> `3.8%` / `3,8 %`; takes a contract percentage, not a fraction. */
export function formatPercent(lang: Lang, percent: string): string {
  return `${format(lang, percent, { maximumFractionDigits: 1 })}${languageSettings[lang].percentSign}`;
}

/** `0.25` -> `0.25%`: a promised percentage, so it is not rounded. */
export function formatExactPercent(lang: Lang, percent: string): string {
  return `${formatAmount(lang, percent)}${languageSettings[lang].percentSign}`;
}

/** `5400` -> `90 minutes` / `90 минут`: the largest unit, up to days, of which it is at least two whole ones. */
export function formatDuration(lang: Lang, seconds: number): string {
  const [unit, size] = units.find(([, size]) => seconds % size === 0 && seconds >= 2 * size) ?? smallestUnit;
  const make = () =>
    new Intl.NumberFormat(languageSettings[lang].numbers, { style: "unit", unit, unitDisplay: "long" });
  const format = cached(numberFormats, `${lang} ${unit}`, make);
  return format.format(Math.ceil(seconds / size)).replaceAll(" ", noBreakSpace);
}

/** The same, to the second: `90` -> `90 seconds`. */
export function formatSeconds(lang: Lang, seconds: number): string {
  if (seconds % 60 === 0) return formatDuration(lang, seconds);
  const style = { style: "unit", unit: "second", unitDisplay: "long" } as const;
  const make = () => new Intl.NumberFormat(languageSettings[lang].numbers, style);
  return cached(numberFormats, `${lang} second`, make).format(seconds).replaceAll(" ", noBreakSpace);
}

/** `5` -> `5 years` / `5 лет`. */
export function formatYears(lang: Lang, years: number): string {
  const style = { style: "unit", unit: "year", unitDisplay: "long" } as const;
  const make = () => new Intl.NumberFormat(languageSettings[lang].numbers, style);
  return cached(numberFormats, `${lang} year`, make).format(years).replaceAll(" ", noBreakSpace);
}

const smallestUnit = ["minute", 60] as const;
const units = [["day", 86_400], ["hour", 3600], smallestUnit] as const;

/** `1, 7 and 30`. */
export function formatList(lang: Lang, items: readonly string[]): string {
  const make = () => new Intl.ListFormat(languageSettings[lang].dates, { type: "conjunction" });
  return cached(listFormats, lang, make).format(items);
}

/**
 * A day of Intl that stays on one line: `21\u00a0November 2026`, `21\u00a0ноября 2026\u00a0г.`. In a line too short for all of it,
 * the year may follow on the next.
 */
function keptDay(day: string): string {
  return day.replace(/^(\d+) /, `$1${noBreakSpace}`).replace(/ (?=г\.)/, noBreakSpace);
}

/** `09:05`, on a 24-hour clock. */
export function formatTime(lang: Lang, time: string): string {
  return dates(lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(new Date(time));
}

/** `21 Nov, 09:05` / `21 нояб., 09:05`. */
export function formatDateTime(lang: Lang, time: string): string {
  return `${formatDay(lang, time)}, ${formatTime(lang, time)}`;
}

/** `21 Nov` / `21 нояб.`. */
export function formatDay(lang: Lang, time: string): string {
  return keptDay(dates(lang, { day: "numeric", month: "short" }).format(new Date(time)));
}

/** `21 November 2026` / `21 ноября 2026 г.`. Takes a time or a date. */
export function formatDate(lang: Lang, time: string): string {
  return keptDay(dates(lang, { day: "numeric", month: "long", year: "numeric" }).format(new Date(time)));
}

/** `2026-11` -> `November 2026` / `ноябрь 2026 г.`. */
export function formatMonth(lang: Lang, month: string): string {
  return dates(lang, { month: "long", year: "numeric" }).format(new Date(`${month}-01T00:00:00Z`));
}

/** `2026-11` -> `Nov 2026` / `нояб. 2026 г.`. */
export function formatShortMonth(lang: Lang, month: string): string {
  return dates(lang, { month: "short", year: "numeric" }).format(new Date(`${month}-01T00:00:00Z`));
}

/** A time in an IANA time zone; day and month stay on one line. */
export function formatInZone(lang: Lang, time: string, timeZone: string, parts: Intl.DateTimeFormatOptions): string {
  return keptDay(dates(lang, parts, timeZone).format(new Date(time)));
}

/** Times are shown in UTC with a suffix until the visitor's time zone is known. */
function dates(lang: Lang, parts: Intl.DateTimeFormatOptions, timeZone = "UTC"): Intl.DateTimeFormat {
  const make = () => {
    // There are hundreds of time zones, and each formatter takes memory.
    if (dateFormats.size >= mostDateFormats) dateFormats.clear();
    // British English: the day comes first, as in the designs.
    return new Intl.DateTimeFormat(languageSettings[lang].dates, { ...parts, timeZone });
  };
  return cached(dateFormats, `${lang} ${timeZone} ${JSON.stringify(parts)}`, make);
}

const mostDateFormats = 200;

/** Creating a formatter costs more than a page's use of it; there is one for each format, language and time zone. */
const dateFormats = new Map<string, Intl.DateTimeFormat>();
const numberFormats = new Map<string, Intl.NumberFormat>();
const listFormats = new Map<string, Intl.ListFormat>();

function cached<Format>(formats: Map<string, Format>, name: string, make: () => Format): Format {
  const cachedFormat = formats.get(name);
  if (cachedFormat) return cachedFormat;
  const format = make();
  formats.set(name, format);
  return format;
}

function format(lang: Lang, amount: string, options: Intl.NumberFormatOptions): string {
  if (!isDecimal(amount)) throw new Error(`Not a decimal of the contract: ${amount}`);
  const make = () => new Intl.NumberFormat(languageSettings[lang].numbers, options);
  return cached(numberFormats, `${lang} ${JSON.stringify(options)}`, make).format(amount);
}

function isDecimal(text: string): text is Intl.StringNumericLiteral {
  return /^-?\d+(\.\d+)?$/.test(text);
}
