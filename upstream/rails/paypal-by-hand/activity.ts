import { parse } from "csv-parse/sync";
import { z } from "zod/v4";
import { currencyDecimals } from "../../market/rules/currency-assets.ts";

/**
 * One transaction of PayPal's activity report. Amounts in minor units: `gross` is below zero for what we have sent, `fee` is what
 * PayPal kept, above zero. `at`: as it stands there, since the order of day and month follows the account's language.
 */
export type ActivityRow = {
  tx: string;
  type: string;
  at: string;
  currency: string;
  gross: bigint;
  fee: bigint;
  from: string;
  to: string;
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
  "Transaction ID": z.string(),
  "Balance Impact": z.string().optional(),
});

/** A file without them is another one, also where it has no lines. */
const needed = ["Date", "Type", "Status", "Currency", "Gross", "Fee", "Transaction ID"];
const whatToDownload = "download PayPal's activity as CSV, in English.";

/**
 * Reads PayPal's activity report: CSV in English, as it is downloaded. Transactions that are not completed, and lines that only
 * note something, such as an invoice that was sent, are left out. A sentence where it is none.
 */
export function readActivity(csv: string): ActivityRow[] | string {
  let lines: unknown[];
  let missing: readonly string[] = needed;
  const named = (names: string[]) => {
    missing = needed.filter((name) => !names.includes(name));
    return names;
  };
  try {
    lines = parse(csv, { bom: true, columns: named, skip_empty_lines: true, trim: true, relax_column_count: false });
  } catch (error) {
    return `report: not a CSV file: ${error instanceof Error ? error.message : "unreadable"}.`;
  }
  if (missing.length > 0) return `report: it has no ${missing.join(", ")}: ${whatToDownload}`;
  const rows: ActivityRow[] = [];
  for (const [at, line] of lines.entries()) {
    const read = columns.safeParse(line);
    if (!read.success) return `report: line ${at + 2} cannot be read: ${whatToDownload}`;
    const { data } = read;
    if (data.Status !== "Completed" || data["Balance Impact"] === "Memo") continue;
    const [gross, fee] = [reportAmount(data.Gross), reportAmount(data.Fee || "0")];
    if (gross === null || fee === null) return `report: line ${at + 2} has an amount that cannot be read.`;
    rows.push({
      ...{ tx: data["Transaction ID"].toUpperCase(), type: data.Type, currency: data.Currency, gross },
      at: [data.Date, data.Time, data.TimeZone].filter(Boolean).join(" "),
      fee: fee < 0n ? -fee : fee,
      from: data["From Email Address"].toLowerCase(),
      to: data["To Email Address"].toLowerCase(),
    });
  }
  return rows;
}

/** Thousands are told from cents by these: PayPal always writes two decimals, or none and no thousands. */
const amountForms = [
  /^(-?)(\d+)$/,
  /^(-?)(\d+|\d{1,3}(?:,\d{3})+)\.(\d{2})$/,
  /^(-?)(\d+|\d{1,3}(?:\.\d{3})+),(\d{2})$/,
];

/** `-1,234.56` and `-1.234,56` as minor units, exactly; null for anything else. */
export function reportAmount(text: string): bigint | null {
  const plain = text.replace(/[\s\u00a0\u202f]/g, "");
  const [, sign = "", whole = "", cents = ""] = amountForms.map((form) => form.exec(plain)).find(Boolean) ?? [];
  if (whole === "") return null;
  const minor = BigInt(whole.replace(/[.,]/g, "") + cents.padEnd(currencyDecimals, "0"));
  return sign === "-" ? -minor : minor;
}
