import { eq } from "drizzle-orm";
import { order } from "../db/schema/index.ts";
import { applyEvent } from "../orders/apply-event.ts";
import { mayBeHeldNow, screeningHold } from "../orders/screen-order.ts";
import { readMovement } from "../payouts/movement.ts";
import { queueMovement } from "../payouts/request-payout.ts";
import type { Context } from "../ports/context.ts";
import { releaseSubject } from "../screening/commands/release-subject.ts";
import {
  answeredHolds,
  applyAnswers,
  endHolding,
  endSilence,
  hasUnsettled,
  type QuestionSubject,
  unsettledSubjects,
} from "../screening/provider/apply-answers.ts";
import { questionAsker } from "../screening/provider/ask-questions.ts";
import { providerOf } from "../screening/provider/questions.ts";
import { isRefusal } from "../shared/rules/refusal.ts";

const batchSize = 100;
/** How often it is looked whether something has waited for a provider that the settings no longer name. */
const withoutProviderMs = 60_000;

/**
 * A task that asks the provider what waits for it, then applies the answers: a hit holds an order, a deposit or a movement of money,
 * and what was put aside goes on. Also without a provider in the settings: what has waited for one ends as its silence.
 */
export function screeningRound(ctx: Context, waitMs?: number): () => Promise<void> {
  const ask = questionAsker(ctx, waitMs);
  let lastLook: Date | undefined;
  return async () => {
    const now = ctx.clock.now();
    const isEarly = lastLook !== undefined && now.getTime() - lastLook.getTime() < withoutProviderMs;
    if (isEarly && providerOf(ctx.env) === null) return;
    lastLook = now;
    if (!(await hasUnsettled(ctx.db))) return;
    await ask();
    await endSilence(ctx);
    await eachSubject(ctx, await unsettledSubjects(ctx.db, batchSize), settle);
    await eachSubject(ctx, await answeredHolds(ctx.db, batchSize), goOn);
  };
}

/** One failure does not keep back the others; it is tried again in the next round. */
async function eachSubject(
  ctx: Context,
  subjects: readonly QuestionSubject[],
  run: (ctx: Context, subject: QuestionSubject) => Promise<unknown>,
): Promise<void> {
  for (const subject of subjects) {
    try {
      await run(ctx, subject);
    } catch (error) {
      ctx.log.error({ ...subject, err: error }, "an answer of the screening provider could not be applied");
    }
  }
}

async function settle(ctx: Context, subject: QuestionSubject): Promise<void> {
  switch (subject.subjectKind) {
    case "order":
      return settleOrder(ctx, subject);
    case "movement":
      return settleMovement(ctx, subject);
    default:
      await ctx.db.transaction((tx) => applyAnswers(ctx, tx, subject));
  }
}

async function settleOrder(ctx: Context, subject: QuestionSubject): Promise<void> {
  const after = await applyEvent(ctx, subject.subjectId, screeningHold, "system", async (tx) => {
    const { open, confirmed } = await applyAnswers(ctx, tx, subject);
    const [row] = await tx.select().from(order).where(eq(order.ref, subject.subjectId));
    return open + confirmed > 0 && row !== undefined && (await mayBeHeldNow(tx, row));
  });
  // It cannot be held now, or is deleted: the answer counts all the same.
  if (isRefusal(after)) await ctx.db.transaction((tx) => applyAnswers(ctx, tx, subject));
}

/** The guard asks again and finds the answer. */
async function settleMovement(ctx: Context, subject: QuestionSubject): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await applyAnswers(ctx, tx, subject);
    const movement = await readMovement(tx, subject.subjectId);
    if (movement?.state === "waiting") await queueMovement(ctx, tx, movement);
  });
  ctx.jobs.wakeWorkers();
}

const goOn = (ctx: Context, subject: QuestionSubject) => releaseSubject(ctx, subject, (tx) => endHolding(tx, subject));
