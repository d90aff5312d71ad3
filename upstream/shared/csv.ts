import { type Lang, languageSettings } from "../../contract/values/languages.ts";

/** A file of comma-separated values (RFC 4180) that spreadsheets read as UTF-8. */
export function csvFile(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return csvStart + [header, ...rows].map((cells) => csvLine(cells)).join("");
}

/**
 * The same for any number of rows, sent in parts as fast as the reader takes them; `rows` is stopped where the reader
 * leaves. In the format of the reader's language.
 */
export function csvStream(
  header: readonly string[],
  rows: AsyncGenerator<readonly (readonly string[])[], undefined>,
  language: Lang,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const separator = languageSettings[language].cellSign;
  let start = csvStart + csvLine(header, separator);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value = [] } = await rows.next();
      const text = start + value.map((cells) => csvLine(cells, separator)).join("");
      start = "";
      // Also an empty part: a reader who gets nothing is not asked again.
      if (!done || text !== "") controller.enqueue(encoder.encode(text));
      if (done) controller.close();
    },
    async cancel() {
      await rows.return(undefined);
    },
  });
}

/** A decimal number as spreadsheets of the language read one. */
export function csvNumber(decimal: string, language: Lang): string {
  return decimal.replace(".", languageSettings[language].decimalSign);
}

/** The mark at the start of a file by which spreadsheets know UTF-8. */
const csvStart = "\ufeff";

/** One line; `separator` is the one that spreadsheets of the reader's language expect. */
export function csvLine(cells: readonly string[], separator: "," | ";" = ","): string {
  return `${cells.map((cell) => cellText(cell, separator)).join(separator)}\r\n`;
}

/** Prevents CSV injection: a leading quote keeps a spreadsheet from running the cell as a formula. */
function cellText(text: string, separator: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) && !/^-\d+([.,]\d+)?$/.test(text) ? `'${text}` : text;
  const isQuoted = /["\r\n']/.test(harmless) || harmless.includes(separator);
  return isQuoted ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
