import { sql } from "drizzle-orm";
import type { Orm } from "../db/database.ts";
import { screeningEntry } from "../db/schema/screening.ts";
import type { ListInForce } from "./blocks/rules/block-keys.ts";
import { NameIndex } from "./rules/name-index.ts";

type Reader = Pick<Orm, "execute" | "select">;

type Indexed = { state: string; index: NameIndex };
/** The names of the lists as each process last read them, by its database. */
const indexes = new WeakMap<object, Indexed>();

const pageSize = 2000;
const stateOf = (lists: readonly ListInForce[]) => lists.map((list) => list.import).join(",");

/**
 * The names of these lists. Each process keeps them in memory and reads them again when an import has replaced one; between
 * pages it lets other work go on. `database`: whose lists they are.
 */
export async function nameIndexOf(database: object, reader: Reader, lists: readonly ListInForce[]): Promise<NameIndex> {
  const state = stateOf(lists);
  const current = indexes.get(database);
  if (current?.state === state) return current.index;
  const index = new NameIndex();
  let after = ["", ""];
  for (;;) {
    const page = await reader
      .select()
      .from(screeningEntry)
      .where(sql`(${screeningEntry.list}, ${screeningEntry.id}) > (${after[0]}, ${after[1]})`)
      .orderBy(screeningEntry.list, screeningEntry.id)
      .limit(pageSize);
    for (const entry of page) index.add(entry);
    const last = page.at(-1);
    if (!last || page.length < pageSize) break;
    after = [last.list, last.id];
    await new Promise((resolve) => setImmediate(resolve));
  }
  indexes.set(database, { state, index });
  return index;
}
