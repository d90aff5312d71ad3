import { and, eq, gte, sql } from "drizzle-orm";
import { partDay } from "../db/schema/status.ts";
import type { Context } from "../ports/context.ts";
import { dayOf } from "../shared/rules/day-of.ts";
import { currentMs, dayMs, minuteMs, startOf, startOfDay } from "./days.ts";
import { addedMinutes, countedMinutes } from "./part-minutes.ts";

type Row = typeof partDay.$inferSelect;

/**
 * The sandbox's clock was moved from `from` to `to`: the minutes in between count as the last measured one, since nothing
 * stood still in them. Across a whole day nothing is filled in: such a day stays unknown.
 */
export async function skipMinutes({ db }: Pick<Context, "db">, from: Date, to: Date): Promise<void> {
  const [day, lastDay] = [dayOf(from), dayOf(to)];
  const midnight = new Date(startOfDay(day).getTime() + dayMs);
  if (lastDay !== day && lastDay !== dayOf(midnight)) return;
  const end = startOf(to, minuteMs);
  const isCurrent = gte(partDay.lastMinute, new Date(from.getTime() - currentMs));
  const rows = await db.orm
    .select()
    .from(partDay)
    .where(and(eq(partDay.day, day), isCurrent));
  await db.transaction(async (tx) => {
    for (const row of rows) {
      const next = new Date(row.lastMinute.getTime() + minuteMs);
      const parts =
        lastDay === day
          ? [{ day, start: next, end }]
          : [
              { day, start: next, end: midnight },
              { day: lastDay, start: midnight, end },
            ];
      for (const part of parts)
        if (part.start < part.end) await tx.insert(partDay).values(counted(row, part)).onConflictDoUpdate(added);
    }
  });
}

function counted({ part, state }: Row, { day, start, end }: { day: string; start: Date; end: Date }): Row {
  const lastMinute = new Date(end.getTime() - minuteMs);
  return { part, day, state, firstMinute: start, lastMinute, ...countedMinutes(state, day, { start, end }) };
}

const added = {
  target: [partDay.part, partDay.day],
  set: addedMinutes,
  setWhere: sql`${partDay.lastMinute} < excluded.first_minute`,
};
