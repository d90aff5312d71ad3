import { parse } from "csv-parse/sync";
import { z } from "zod/v4";
import { currencyDecimals } from "../../market/rules/currency-assets.ts";

/**
 * A line of PayPal's activity report. Amounts in minor units: `gross` is below zero for what we have sent, `fee` is what PayPal kept,
 * below zero for what it gave back. `date`, `time` and `zone` as they stand there, since the order of day and month follows the
 * account's language. `reference`: the transaction that it is about. `isMemo`: it notes something and moves no money.
 */
export type ReportLine = {
  tx: string;
  type: string;
  status: string;
  date: string;
  time: string;
  zone: string;
  currency: string;
  gross: bigint;
  fee: bigint;
  from: string;
  to: string;
  reference: string | null;
  balance: bigint | null;
  isMemo: boolean;
};

/** A transaction that is completed, for a comparison that keeps nothing. `fee`: as an entry has it, never below zero. */
export type ActivityRow = Pick<ReportLine, "tx" | "type" | "currency" | "gross" | "fee" | "from" | "to"> & {
  at: string;
};

const columns = z.object({
  Date: z.string(),
  Time: z.string().default(""),
  TimeZone: z.string().default(""),
  Type: z.string(),
  Status: z.string(),
  Currency: z.string(),
  Gross: z.string(),
  Fee: z.string(),
  "From Email Address": z.string().default(""),
  "To Email Address": z.string().default(""),
  "Transaction ID": z.string().min(1),
  "Reference Txn ID": z.string().default(""),
  Balance: z.string().default(""),
  "Balance Impact": z.string().optional(),
});

/** A file without them is another one, also where it has no lines. */
const needed = ["Date", "Type", "Status", "Currency", "Gross", "Fee", "Transaction ID"];
const whatToDownload = "download PayPal's activity as CSV, in English.";

/** The completed transactions of the report; a sentence where it is none. */
export function readActivity(csv: string): ActivityRow[] | string {
  const lines = readReportLines(csv);
  if (typeof lines === "string") return lines;
  return lines
    .filter(({ status, isMemo }) => status === "Completed" && !isMemo)
    .map(({ tx, type, currency, gross, fee, from, to, date, time, zone }) => ({
      ...{ tx, type, currency, gross, from, to },
      fee: fee < 0n ? -fee : fee,
      at: [date, time, zone].filter(Boolean).join(" "),
    }));
}

/** Reads all lines of PayPal's activity report: CSV in English, as it is downloaded. A sentence where it is none. */
export function readReportLines(csv: string): ReportLine[] | string {
  const lines = parseCsv(csv);
  if (typeof lines === "string") return lines;
  const read: ReportLine[] = [];
  for (const [at, line] of lines.entries()) {
    const parsed = columns.safeParse(line);
    if (!parsed.success) return `report: line ${at + 2} cannot be read: ${whatToDownload}`;
    const amounts = amountsOf(parsed.data);
    if (amounts === null) return `report: line ${at + 2} has an amount that cannot be read.`;
    read.push({ ...textsOf(parsed.data), ...amounts });
  }
  return read;
}

/** As PayPal downloads it: any file is read to its end, and one without the columns that matter is refused. */
function parseCsv(csv: string): unknown[] | string {
  // A spreadsheet or UTF-16; no text column of the database takes it.
  if (csv.includes("\u0000")) return `report: not a CSV file in UTF-8: ${whatToDownload}`;
  let missing: readonly string[] = needed;
  const named = (names: string[]) => {
    missing = needed.filter((name) => !names.includes(name));
    return names;
  };
  try {
    const lines: unknown[] = parse(csv, {
      ...{ bom: true, columns: named, skip_empty_lines: true, trim: true, relax_column_count: false },
    });
    return missing.length > 0 ? `report: it has no ${missing.join(", ")}: ${whatToDownload}` : lines;
  } catch (error) {
    return `report: not a CSV file: ${error instanceof Error ? error.message : "unreadable"}.`;
  }
}

type Columns = z.output<typeof columns>;

/** In a report what PayPal kept is below zero. */
function amountsOf(line: Columns): Pick<ReportLine, "gross" | "fee" | "balance"> | null {
  const [gross, fee] = [reportAmount(line.Gross), reportAmount(line.Fee || "0")];
  const balance = line.Balance === "" ? null : reportAmount(line.Balance);
  if (gross === null || fee === null || (line.Balance !== "" && balance === null)) return null;
  return { gross, fee: -fee, balance };
}

const textsOf = (line: Columns): Omit<ReportLine, "gross" | "fee" | "balance"> => ({
  ...{ tx: line["Transaction ID"].toUpperCase(), type: line.Type, status: line.Status, currency: line.Currency },
  ...{ date: line.Date, time: line.Time, zone: line.TimeZone },
  from: line["From Email Address"].toLowerCase(),
  to: line["To Email Address"].toLowerCase(),
  reference: line["Reference Txn ID"].toUpperCase() || null,
  isMemo: line["Balance Impact"] === "Memo",
});

/** Thousands are told from cents by these: PayPal always writes two decimals, or none and no thousands. */
const amountForms = [
  /^(-?)(\d+)$/,
  /^(-?)(\d+|\d{1,3}(?:,\d{3})+)\.(\d{2})$/,
  /^(-?)(\d+|\d{1,3}(?:\.\d{3})+),(\d{2})$/,
];

/** Digits before the decimal point: the database takes some more. */
const mostDigits = 30;

/** `-1,234.56` and `-1.234,56` as minor units, exactly; null for anything else. */
export function reportAmount(text: string): bigint | null {
  const plain = text.replace(/[\s\u00a0\u202f]/g, "");
  const [, sign = "", whole = "", cents = ""] = amountForms.map((form) => form.exec(plain)).find(Boolean) ?? [];
  const digits = whole.replace(/[.,]/g, "");
  if (digits === "" || digits.length > mostDigits) return null;
  const minor = BigInt(digits + cents.padEnd(currencyDecimals, "0"));
  return sign === "-" ? -minor : minor;
}
