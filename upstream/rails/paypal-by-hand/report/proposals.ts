import type { Orm } from "../../../db/database.ts";
import type { Context } from "../../../ports/context.ts";
import { taskSettings } from "../settings.ts";
import { matchLines, type Proposal } from "./match-lines.ts";
import { readBook } from "./read-book.ts";

/** Transactions of the reports that were not entered and that match a task. */
export async function proposalsIn(
  { env }: Pick<Context, "env">,
  reader: Pick<Orm, "select">,
): Promise<readonly Proposal[]> {
  return matchLines(await readBook(reader, taskSettings(env.railSettings).assets)).proposals;
}
