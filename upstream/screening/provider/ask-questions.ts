import { and, asc, eq, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { screeningQuestion } from "../../db/schema/screening.ts";
import type { Context } from "../../ports/context.ts";
import { unseal } from "../../shared/secrets.ts";
import { askProvider, type Provider } from "./ask-provider.ts";
import { providerOf, type QuestionRow, sealOwner } from "./questions.ts";
import type { ReadAnswer } from "./read-answer.ts";

type AskContext = Pick<Context, "clock" | "db" | "env" | "log">;

/** Questions of one round: one process claims them, and asks so many at the same time. */
const mostPerRound = 20;
const atOnce = 5;
/** A question without an answer is asked again after this. */
const againSeconds = 10;
/** After failures in a row nobody asks for 2, 4, 8, ... seconds. */
const longestPauseSeconds = 30;

/**
 * A task that asks the provider what waits, each name or address once for all that wait for it, and stores the answers. Without a
 * transaction around it. While the provider fails it is left alone for longer and longer. `waitMs`: of one request.
 */
export function questionAsker(ctx: AskContext, waitMs?: number): () => Promise<void> {
  let failures = 0;
  let pausedUntil = new Date(0);
  return async () => {
    const provider = providerOf(ctx.env);
    const now = ctx.clock.now();
    if (provider === null || now < pausedUntil) return;
    const claimed = await claimQuestions(ctx, now);
    for (let at = 0; at < claimed.length; at += atOnce) {
      const chunk = claimed.slice(at, at + atOnce);
      const outcomes = await Promise.all(chunk.map((row) => askOne(ctx, provider, row, waitMs)));
      if (outcomes.includes("answered")) {
        failures = 0;
        continue;
      }
      failures += 1;
      const pauseSeconds = Math.min(longestPauseSeconds, 2 ** failures);
      pausedUntil = new Date(ctx.clock.now().getTime() + pauseSeconds * 1000);
      return;
    }
  };
}

/** Of several processes one gets a question. Those of the same name or address are answered together. */
async function claimQuestions({ db }: AskContext, now: Date): Promise<QuestionRow[]> {
  const { id, state, askedAt, createdAt, dueAt } = screeningQuestion;
  const isDue = or(isNull(askedAt), lte(askedAt, new Date(now.getTime() - againSeconds * 1000)));
  const due = db.orm
    .select({ id })
    .from(screeningQuestion)
    .where(and(eq(state, sql`'waiting'`), sql`${dueAt} > ${now.toISOString()}::timestamptz`, isDue))
    .orderBy(sql`${askedAt} nulls first`, asc(createdAt))
    .limit(mostPerRound)
    .for("update", { skipLocked: true });
  const claimed = await db.orm.update(screeningQuestion).set({ askedAt: now }).where(inArray(id, due)).returning();
  return [...new Map(claimed.map((row) => [row.key, row])).values()];
}

async function askOne(
  ctx: AskContext,
  provider: Provider,
  { id, kind, key, sealed }: QuestionRow,
  waitMs?: number,
): Promise<"answered" | "failed"> {
  const value = sealed === null ? undefined : unseal(ctx.env.ACCOUNT_SECRETS, sealOwner(id), sealed)?.text;
  const answer =
    value === undefined ? ({ fault: "unreadable" } as const) : await askProvider(provider, { id, kind, value }, waitMs);
  if ("fault" in answer) {
    ctx.log.warn({ question: id, kind, fault: answer.fault }, "the screening provider has not answered");
    return "failed";
  }
  await storeAnswer(ctx, key, answer);
  return "answered";
}

async function storeAnswer({ clock, db }: AskContext, key: string, answer: ReadAnswer): Promise<void> {
  const entry = answer.result === "listed" ? answer.entry : null;
  const { result: state, reference } = answer;
  await db.orm
    .update(screeningQuestion)
    .set({ state, reference, entry, answeredAt: clock.now(), sealed: null })
    .where(and(eq(screeningQuestion.key, key), eq(screeningQuestion.state, "waiting")));
}
