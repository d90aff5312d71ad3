import type { ListEntry, PartyKind } from "../rules/list-entry.ts";
import { BrokenList } from "./broken-list.ts";
import { listDate } from "./list-dates.ts";
import type { ListReader } from "./list-reader.ts";

const endMark = "\u001a";

/** `sdn.csv` of the US Treasury (OFAC): twelve columns, `-0-` where there is nothing, and a control character as its end. */
export const readOfacCsv: ListReader = async (chunks, onEntry) => {
  let isWhole = false;
  for await (const row of rowsOf(chunks)) {
    if (row.length === 1 && row[0]?.trim() === endMark) isWhole = true;
    else if (row.length === 12) await onEntry(entryOf(row.map((cell) => (cell.trim() === "-0-" ? "" : cell.trim()))));
    else if (row.some((cell) => cell.trim() !== "")) throw new BrokenList(`a row has ${row.length} columns and not 12`);
  }
  return { date: null, count: null, isWhole };
};

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
