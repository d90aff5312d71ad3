const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** A date of a list as `1966-12-07`, or only its year; undefined where the text has none. Reads `07 Dec 1966`, `12/07/1966` too. */
export function listDate(text: string): string | undefined {
  const iso = /(\d{4})-(\d{2})-(\d{2})/.exec(text);
  if (iso) return iso[0];
  const american = /(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(text);
  if (american) return dateOf(american[3], Number(american[1]), Number(american[2]));
  const named = /(\d{1,2})\s+([A-Za-z]{3})[a-z]*\s+(\d{4})/.exec(text);
  const month = months.indexOf(named?.[2]?.toLowerCase() ?? "") + 1;
  if (named && month > 0) return dateOf(named[3], month, Number(named[1]));
  return /\b(1[89]|20)\d{2}\b/.exec(text)?.[0];
}

/** The parts as a date; the year alone where month or day is missing. */
export function dateOf(year: string | number | undefined, month: number, day: number): string | undefined {
  if (!/^\d{4}$/.test(String(year))) return undefined;
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= 31;
  return isDay ? `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}` : String(year);
}
