import type { Lang } from "../../contract/values/languages.ts";
import type { member } from "../db/schema/accounts.ts";
import type { Context } from "../ports/context.ts";
import { csvNumber, csvStream } from "../shared/csv.ts";
import { texts } from "../shared/texts/texts.ts";
import { type EntryCursor, type EntryFilter, readEntries, type WalletEntry } from "./entries.ts";
import { decimals, transactionOf } from "./read-transactions.ts";

type Member = Pick<typeof member.$inferSelect, "timezone">;

const rowsAtOnce = 500;

/**
 * All matching transactions as CSV, oldest first, however many: read and sent in parts, as fast as the reader takes them.
 * Times are in the member's time zone; numbers have the decimal mark of the language.
 */
export function transactionsFile(
  ctx: Pick<Context, "db" | "market">,
  filter: EntryFilter,
  reader: { member: Member; language: Lang },
): ReadableStream<Uint8Array> {
  const header = headerOf(texts[reader.language].wallets.headers, reader.member.timezone);
  return csvStream(header, rowsOf(ctx, filter, reader), reader.language);
}

async function* rowsOf(
  ctx: Pick<Context, "db" | "market">,
  filter: EntryFilter,
  { member, language }: { member: Member; language: Lang },
): AsyncGenerator<string[][], undefined> {
  const decimalsOf = await decimals(ctx);
  const clock = clockOf(member.timezone);
  let after: EntryCursor | null = null;
  for (;;) {
    const entries: WalletEntry[] = await readEntries(ctx.db, filter, {
      after,
      order: "oldest first",
      limit: rowsAtOnce,
    });
    if (entries.length === 0) return;
    yield entries.map((entry) => cellsOf(entry, decimalsOf(entry.asset), language, clock));
    after = entries.at(-1) ?? null;
  }
}

function headerOf(words: (typeof texts)["en"]["wallets"]["headers"], timezone: string): string[] {
  const { time, type, asset, amount, balance, order, network, note, id } = words;
  return [`${time} (${timezone})`, type, asset, amount, balance, order, network, note, id];
}

function cellsOf(entry: WalletEntry, scale: number, language: Lang, clock: (at: Date) => string): string[] {
  const { id, type, asset, amount, direction, balance_after, order_ref, external_id, note } = transactionOf(
    entry,
    scale,
  );
  const number = (decimal: string) => csvNumber(decimal, language);
  const words: Record<string, string> = texts[language].wallets.types;
  const signed = direction === "debit" ? `-${amount}` : amount;
  return [
    clock(entry.at),
    words[type] ?? type,
    asset,
    number(signed),
    number(balance_after),
    order_ref ?? "",
    external_id ?? "",
    note ?? "",
    id,
  ];
}

/** `2026-11-21 12:00:00`, which spreadsheets of every language read as a time. */
function clockOf(timezone: string): (at: Date) => string {
  const parts = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, dateStyle: "short", timeStyle: "medium" });
  return (at) => parts.format(at);
}
