import { and, asc, eq, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { payoutGuard } from "../db/schema/index.ts";
import type { Context } from "../ports/context.ts";
import { advanceEach } from "./resume-waiting.ts";

const batchSize = 50;

/** Seconds to the next reading: a part of the time since it was sent or settled, within these bounds. */
const wait = { least: 5, most: 600, partOfAge: 30 };

/**
 * Asks the rails about everything that was sent and is not known to be over, and about what is settled and may still be taken
 * back: each when it is due, in turn, however many there are. Safe in several processes: each takes others.
 */
export async function readSent(ctx: Context): Promise<void> {
  const began = ctx.clock.now();
  let due: { id: string }[];
  do {
    due = await takeDue(ctx, began);
    await advanceEach(ctx, due);
  } while (due.length === batchSize);
}

/** Those whose time had come when the turn began; each is due again later, also where its rail does not answer. */
function takeDue({ db }: Pick<Context, "db">, began: Date): Promise<{ id: string }[]> {
  const { state, nextReadAt, stateAt, outgoingId } = payoutGuard;
  const isDue = or(
    and(eq(state, sql`'broadcast'`), or(isNull(nextReadAt), lte(nextReadAt, began))),
    and(eq(state, sql`'settled'`), lte(nextReadAt, began)),
  );
  const due = db.orm
    .$with("due")
    .as(
      db.orm
        .select({ id: outgoingId })
        .from(payoutGuard)
        .where(isDue)
        .orderBy(sql`${nextReadAt} asc nulls first`, asc(outgoingId))
        .limit(batchSize)
        .for("update", { skipLocked: true }),
    );
  const now = sql`${began.toISOString()}::timestamptz`;
  const part = sql`extract(epoch from ${now} - coalesce(${stateAt}, ${now})) / ${wait.partOfAge}::int`;
  const seconds = sql`least(greatest(${part}, ${wait.least}::int), ${wait.most}::int)`;
  return db.orm
    .with(due)
    .update(payoutGuard)
    .set({ nextReadAt: sql`${now} + ${seconds} * interval '1 second'` })
    .where(inArray(outgoingId, db.orm.select({ id: due.id }).from(due)))
    .returning({ id: outgoingId });
}
