import { and, desc, eq, sql } from "drizzle-orm";
import type { Orm } from "../../../db/database.ts";
import { audit } from "../../../db/schema/index.ts";
import type { ShownRow } from "../../../operator/command.ts";
import type { TaskParty } from "../task-facts.ts";
import type { TaskRow } from "../task-store.ts";
import { auditSubject, timeOf } from "./task-command.ts";

/** A task has a few changes; more of them are in `orders show`. */
const most = 20;

/** Who did what with a task, when and why, from the audit log; the oldest first. An entry that was rejected is here alone. */
export async function taskHistory(reader: Pick<Orm, "select">, task: TaskRow, party: TaskParty): Promise<ShownRow[]> {
  const rows = await reader
    .select()
    .from(audit)
    .where(and(eq(audit.subject, auditSubject(task, party)), sql`${audit.details} ->> 'task' = ${String(task.number)}`))
    .orderBy(desc(audit.at), desc(audit.id))
    .limit(most);
  return rows
    .reverse()
    .map(({ at, actor, action, reason }) => ({ at: timeOf(at), who: actor, what: wordsOf(action), why: reason }));
}

/** `task_given_back` -> `given back`. */
const wordsOf = (action: string) => action.replace(/^task_/, "").replaceAll("_", " ");
