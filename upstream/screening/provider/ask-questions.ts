import { and, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { screeningQuestion } from "../../db/schema/screening.ts";
import type { Context } from "../../ports/context.ts";
import { unseal } from "../../shared/secrets.ts";
import { answerHours } from "../rules/provider-answer.ts";
import { askProvider, type Provider } from "./ask-provider.ts";
import { providerOf, type QuestionRow, sealOwner } from "./questions.ts";
import type { ReadAnswer } from "./read-answer.ts";

type AskContext = Pick<Context, "clock" | "db" | "env" | "log">;

/** A process claims so many names and addresses and asks them at the same time, so many times a round. */
const atOnce = 5;
const mostClaims = 4;
/** A question without an answer is asked again after this; longer than a request may take, so that nobody asks meanwhile. */
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
    if (provider === null || ctx.clock.now() < pausedUntil) return;
    for (let claim = 0; claim < mostClaims; claim += 1) {
      const claimed = await claimQuestions(ctx);
      if (claimed.length === 0) return;
      const outcomes = await Promise.all(claimed.map((row) => askOne(ctx, provider, row, waitMs)));
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

/**
 * Claims names and addresses for one request each, with every question about them, so that no other process asks meanwhile. One claim
 * at a time: of two at once, each would miss the other's question about the same name.
 */
async function claimQuestions({ clock, db }: AskContext): Promise<QuestionRow[]> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('screening questions', 0))`);
    await answerFromEarlier(tx, now);
    const { askedAt, createdAt, dueAt, key, state } = screeningQuestion;
    const due = tx
      .select({ key })
      .from(screeningQuestion)
      .where(eq(state, sql`'waiting'`))
      .groupBy(key)
      .having(
        and(
          sql`coalesce(max(${askedAt}), '-infinity') <= ${new Date(now.getTime() - againSeconds * 1000).toISOString()}::timestamptz`,
          sql`max(${dueAt}) > ${now.toISOString()}::timestamptz`,
        ),
      )
      .orderBy(sql`max(${askedAt}) nulls first`, sql`min(${createdAt})`)
      .limit(atOnce);
    const claimed = await tx
      .update(screeningQuestion)
      .set({ askedAt: now })
      .where(and(eq(state, sql`'waiting'`), inArray(key, due)))
      .returning();
    return [...new Map(claimed.map((row) => [row.key, row])).values()];
  });
}

/** Answers what was written while an answer about the same name or address was being stored: nothing is asked twice within a day. */
async function answerFromEarlier(tx: Tx, now: Date): Promise<void> {
  const since = new Date(now.getTime() - answerHours * 3_600_000).toISOString();
  await tx.execute(sql`
    update screening_question waiting
      set state = earlier.state, reference = earlier.reference, entry = earlier.entry, sealed = null,
        answered_at = earlier.answered_at
      from (select distinct on (key) * from screening_question
        where state in ('clear', 'listed') and answered_at > ${since}::timestamptz
          and key in (select key from screening_question where state = 'waiting')
        order by key, answered_at desc) earlier
      where waiting.state = 'waiting' and waiting.key = earlier.key`);
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
