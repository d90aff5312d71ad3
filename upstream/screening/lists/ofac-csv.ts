import type { ListEntry, PartyKind } from "../rules/list-entry.ts";
import { BrokenList } from "./broken-list.ts";
import { listDate } from "./list-dates.ts";
import type { ListReader } from "./list-reader.ts";

const endMark = "\u001a";

/** `sdn.csv` of the US Treasury (OFAC), whose aliases are in a file of their own, but for those in the remarks. */
export const readOfacCsv: ListReader = async (chunks, onEntry) => {
  const isWhole = await readOfacRows(chunks, 12, (cells) => onEntry(entryOf(cells)));
  return { date: null, count: null, isWhole };
};

/**
 * Hands over the rows of a CSV file of OFAC: so many columns, empty instead of `-0-` where there is nothing. Returns whether its end is
 * there, a control character.
 */
export async function readOfacRows(
  chunks: AsyncIterable<string>,
  columns: number,
  onRow: (cells: string[]) => Promise<void> | void,
): Promise<boolean> {
  let isWhole = false;
  for await (const row of rowsOf(chunks)) {
    const cells = row.map((cell) => (cell.trim() === "-0-" ? "" : cell.trim()));
    if (row.length === 1 && cells[0] === endMark) isWhole = true;
    else if (row.length === columns) await onRow(cells);
    else if (cells.some((cell) => cell !== ""))
      throw new BrokenList(`a row has ${row.length} columns and not ${columns}`);
  }
  return isWhole;
}

const kinds: Readonly<Record<string, PartyKind>> = { individual: "person", vessel: "other", aircraft: "other" };

function entryOf([id = "", name = "", type = "", , , , , , , , , remarks = ""]: string[]): ListEntry {
  const aliases = [...remarks.matchAll(/(?<!weak )a\.k\.a\. '([^']+)'/g)].map(([, alias = ""]) => alias);
  const births = [...remarks.matchAll(/\bDOB ([^;]+)/g)].flatMap(([, date = ""]) => listDate(date) ?? []);
  const accounts = [...remarks.matchAll(/Digital Currency Address - \w+ ([^\s;]+)/g)];
  const emails = [...remarks.matchAll(/Email Address ([^\s;]+@[^\s;]+)/gi)];
  return {
    id,
    kind: kinds[type.toLowerCase()] ?? "entity",
    names: [name, ...aliases],
    births,
    accounts: [...accounts, ...emails].map(([, account = ""]) => account.replace(/[.;]+$/, "")),
  };
}

/** Rows of a CSV file; a quoted cell may have commas, doubled quotes and line ends. */
async function* rowsOf(chunks: AsyncIterable<string>): AsyncGenerator<string[]> {
  let [row, cell, isQuoted, isQuoteBefore] = [[] as string[], "", false, false];
  for await (const chunk of chunks) {
    for (const sign of chunk) {
      if (isQuoted && sign === '"') [isQuoted, isQuoteBefore] = [false, true];
      else if (isQuoted) cell += sign;
      else if (sign === '"') {
        if (isQuoteBefore) cell += '"';
        [isQuoted, isQuoteBefore] = [true, false];
      } else {
        isQuoteBefore = false;
        if (sign === ",") [row, cell] = [[...row, cell], ""];
        else if (sign === "\n") {
          yield [...row, cell];
          [row, cell] = [[], ""];
        } else if (sign !== "\r") cell += sign;
      }
      if (cell.length > 100_000 || row.length > 1000) throw new BrokenList("a row of it is too long");
    }
  }
  if (isQuoted) throw new BrokenList("it ends inside a quoted text");
  if (row.length > 0 || cell !== "") yield [...row, cell];
}
