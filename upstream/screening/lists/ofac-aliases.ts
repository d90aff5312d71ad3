import type { ListEntry } from "../rules/list-entry.ts";
import { readOfacRows } from "./ofac-csv.ts";

/** The aliases of each party by its number in `sdn.csv`. `isWhole`: whether the file has its end mark. */
export type OfacAliases = { names: ReadonlyMap<string, readonly string[]>; count: number; isWhole: boolean };

/**
 * `alt.csv` of the US Treasury (OFAC): five columns, the party's number, the alias's, `aka`, `fka` or `nka`, the name and remarks. Weak
 * aliases are not in it: they are in the remarks of `sdn.csv`.
 */
export async function readOfacAliases(chunks: AsyncIterable<string>): Promise<OfacAliases> {
  const names = new Map<string, string[]>();
  let count = 0;
  const isWhole = await readOfacRows(chunks, 5, ([party = "", , , name = ""]) => {
    if (name === "") return;
    count += 1;
    names.set(party, [...(names.get(party) ?? []), name]);
  });
  return { names, count, isWhole };
}

/** The party with its aliases, which are taken out of `remaining`. */
export function withAliases(entry: ListEntry, remaining: Map<string, readonly string[]>): ListEntry {
  const aliases = remaining.get(entry.id) ?? [];
  remaining.delete(entry.id);
  return { ...entry, names: [...new Set([...entry.names, ...aliases])] };
}
