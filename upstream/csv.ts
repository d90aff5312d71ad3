/** A file of comma-separated values (RFC 4180) that spreadsheets read as UTF-8. */
export function csvFile(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return `\ufeff${[header, ...rows].map((cells) => `${cells.map(cellText).join(",")}\r\n`).join("")}`;
}

/** Prevents CSV injection: a leading quote keeps a spreadsheet from running the cell as a formula. */
function cellText(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
