import { and, eq, exists, gt, inArray, lt, ne, not, notInArray, or, type SQL, sql } from "drizzle-orm";
import { keptDays } from "../../../contract/member/kept-days.ts";
import { finalStatuses } from "../../../contract/order/order-states.ts";
import {
  order,
  outgoing,
  paypalEntry,
  paypalLine,
  paypalNotice,
  paypalPicture,
  paypalTask,
} from "../../db/schema/index.ts";
import type { Context } from "../../ports/context.ts";
import { matchLines } from "./report/match-lines.ts";
import { readBook } from "./report/read-book.ts";
import { taskSettings } from "./settings.ts";

/** Rows per run, to keep it short; the next run continues. */
const batchSize = 500;

/**
 * Deletes screenshots and notices that were decided, and empties accounts in the lines of PayPal's reports, `keptDays.paypalEvidence`
 * after the payment: no bank lets a payer dispute it any more. They stay longer while their order or payout has not ended, or has changed since. What
 * was entered, and the lines without the account, stay.
 */
export async function forgetEvidence(ctx: Pick<Context, "clock" | "db" | "env">): Promise<void> {
  const limit = new Date(ctx.clock.now().getTime() - keptDays.paypalEvidence * 86_400_000);
  await deletePictures(ctx, limit);
  await emptyAccounts(ctx, limit);
  // An email proves nothing, and what it has led to is an entry.
  await ctx.db.orm.delete(paypalNotice).where(lt(paypalNotice.endedAt, limit));
}

async function deletePictures({ db }: Pick<Context, "db">, limit: Date): Promise<void> {
  const old = (condition?: SQL) =>
    db.orm
      .select({ id: paypalEntry.id })
      .from(paypalEntry)
      .innerJoin(paypalPicture, eq(paypalPicture.entryId, paypalEntry.id))
      .where(and(lt(paypalEntry.enteredAt, limit), condition));
  // Which are still needed is read from all payouts: only where there is something to delete.
  if ((await old().limit(1)).length === 0) return;
  const due = old(not(isNeeded(db, limit))).limit(batchSize);
  await db.orm.delete(paypalPicture).where(inArray(paypalPicture.entryId, due));
}

async function emptyAccounts({ db, env }: Pick<Context, "db" | "env">, limit: Date): Promise<void> {
  const { accounts, assets } = taskSettings(env.railSettings);
  // Our own accounts are nobody's personal data, and say that a line is ours.
  const isOld = and(
    lt(paypalLine.at, limit),
    ne(paypalLine.account, ""),
    notInArray(paypalLine.account, [...accounts]),
  );
  if ((await db.orm.select({ number: paypalLine.number }).from(paypalLine).where(isOld).limit(1)).length === 0) return;
  // A line is told from its entry by the account: without it a difference would become none.
  const contradicted = [...matchLines(await readBook(db.orm, assets)).contradicted];
  const ofNeeded = db.orm
    .select({ one: sql`1` })
    .from(paypalEntry)
    .where(and(eq(paypalEntry.tx, paypalLine.tx), isNeeded(db, limit)));
  const due = db.orm
    .select({ number: paypalLine.number })
    .from(paypalLine)
    .where(and(isOld, not(exists(ofNeeded)), notInArray(paypalLine.number, contradicted)))
    .limit(batchSize);
  await db.orm.update(paypalLine).set({ account: "" }).where(inArray(paypalLine.number, due));
}

/** Whether an entry waits, or its order or payout has not ended or has changed since. */
function isNeeded({ orm }: Context["db"], limit: Date) {
  const isOpen = or(notInArray(order.status, [...finalStatuses]), gt(order.updatedAt, limit));
  const open = orm
    .select({ one: sql`1` })
    .from(paypalTask)
    .leftJoin(outgoing, eq(outgoing.id, paypalTask.movementId))
    .leftJoin(order, eq(order.ref, sql`coalesce(${outgoing.orderRef}, ${paypalTask.orderRef})`))
    .where(and(eq(paypalTask.number, paypalEntry.task), or(isOpen, eq(outgoing.status, "sending"))));
  return or(eq(paypalEntry.state, "waiting"), exists(open)) ?? sql`false`;
}
