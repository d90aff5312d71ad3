/** A file of comma-separated values (RFC 4180) that spreadsheets read as UTF-8. */
export function csvFile(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return csvStart + [header, ...rows].map((cells) => csvLine(cells)).join("");
}

/** The mark at the start of a file by which spreadsheets know UTF-8. */
export const csvStart = "\ufeff";

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
