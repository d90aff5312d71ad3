import { and, eq, isNotNull, isNull, lt, lte, ne, not, or } from "drizzle-orm";
import type { Orm, Tx } from "../../db/database.ts";
import { screeningCheck, screeningQuestion } from "../../db/schema/screening.ts";
import type { Context } from "../../ports/context.ts";
import { hitsOn, openHits, resultOf, type ScreeningState } from "../screen.ts";
import { consultationOf, type QuestionRow } from "./questions.ts";

/** What questions were asked for. */
export type QuestionSubject = Pick<QuestionRow, "subjectKind" | "subjectId">;

/** Answers are deleted so many days later; what they were is recorded with the comparison. */
const keptDays = 7;

const ofSubject = ({ subjectKind, subjectId }: QuestionSubject) =>
  and(eq(screeningQuestion.subjectKind, subjectKind), eq(screeningQuestion.subjectId, subjectId));

/** Ends the questions whose time is over: their subject goes on, or is held, as the setting says. */
export async function endSilence({ clock, db }: Pick<Context, "clock" | "db">): Promise<void> {
  const now = clock.now();
  await db.orm
    .update(screeningQuestion)
    .set({ state: "silent", answeredAt: now, sealed: null })
    .where(and(eq(screeningQuestion.state, "waiting"), lte(screeningQuestion.dueAt, now)));
}

/** Whether anything waits for the provider, for its answer to be applied, or for going on after it: one statement, by an index. */
export async function hasUnsettled({ orm }: { orm: Pick<Orm, "select"> }): Promise<boolean> {
  const { id, settledAt, holds } = screeningQuestion;
  const rows = await orm
    .select({ id })
    .from(screeningQuestion)
    .where(or(isNull(settledAt), holds))
    .limit(1);
  return rows.length > 0;
}

/** Subjects with answers that were not applied. */
export function unsettledSubjects(
  { orm }: { orm: Pick<Orm, "selectDistinct"> },
  limit: number,
): Promise<QuestionSubject[]> {
  const { subjectKind, subjectId, state, settledAt } = screeningQuestion;
  return orm
    .selectDistinct({ subjectKind, subjectId })
    .from(screeningQuestion)
    .where(and(isNull(settledAt), ne(state, "waiting")))
    .orderBy(subjectKind, subjectId)
    .limit(limit);
}

/** Subjects that were put aside until the provider answers, where it has answered. */
export function answeredHolds(
  { orm }: { orm: Pick<Orm, "selectDistinct"> },
  limit: number,
): Promise<QuestionSubject[]> {
  const { subjectKind, subjectId, settledAt, holds } = screeningQuestion;
  return orm
    .selectDistinct({ subjectKind, subjectId })
    .from(screeningQuestion)
    .where(and(holds, isNotNull(settledAt)))
    .orderBy(subjectKind, subjectId)
    .limit(limit);
}

/**
 * Applies new answers about a subject: opens their hits and records what was answered, once, in the caller's transaction. With a hit
 * it is the hit that holds the subject from now on. A movement is compared by the guard instead.
 */
export async function applyAnswers(
  ctx: Pick<Context, "clock" | "env" | "ids">,
  tx: Tx,
  subject: QuestionSubject,
): Promise<ScreeningState> {
  const now = ctx.clock.now();
  const { state: questionState, settledAt } = screeningQuestion;
  const rows = await tx
    .update(screeningQuestion)
    .set({ settledAt: now })
    .where(and(ofSubject(subject), isNull(settledAt), ne(questionState, "waiting")))
    .returning();
  const customer = rows[0]?.customer;
  if (customer === undefined || subject.subjectKind === "movement")
    return hitsOn(tx, subject.subjectKind, subject.subjectId);
  const { matches, answers } = consultationOf(ctx, { name: ctx.env.SCREENING_NAME ?? "" }, rows);
  const state = await openHits(ctx, tx, { ...subject, customer }, matches, now);
  const fields = [...new Set(rows.map(({ kind }) => kind))];
  const checked = { ...subject, occasion: "answer" as const, fields, lists: [], answers, at: now };
  await tx.insert(screeningCheck).values({ ...checked, result: resultOf(state, matches) });
  if (state.open + state.confirmed > 0) await endHolding(tx, subject);
  return state;
}

/** From now on the provider's answer does not let the subject go on; false where it would not have. */
export async function endHolding(tx: Tx, subject: QuestionSubject): Promise<boolean> {
  const ended = await tx
    .update(screeningQuestion)
    .set({ holds: false })
    .where(and(ofSubject(subject), screeningQuestion.holds))
    .returning({ id: screeningQuestion.id });
  return ended.length > 0;
}

/** Deletes answers that count no more and were applied. */
export async function deleteOldAnswers({ clock, db }: Pick<Context, "clock" | "db">): Promise<void> {
  const before = new Date(clock.now().getTime() - keptDays * 86_400_000);
  const { answeredAt, settledAt, holds } = screeningQuestion;
  await db.orm.delete(screeningQuestion).where(and(lt(answeredAt, before), isNotNull(settledAt), not(holds)));
}
