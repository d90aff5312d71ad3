import { and, desc, eq, isNotNull, isNull } from "drizzle-orm";
import { z } from "zod/v4";
import { shownRef } from "../../../contract/order/order-number.ts";
import { removalRules } from "../../../contract/reviews/review-rules.ts";
import { review } from "../../db/schema/reviews.ts";
import { anywayArgument, flag, limitArgument, reasonArgument } from "../../operator/arguments.ts";
import { recordAudit } from "../../operator/audit.ts";
import { command, done, type Operator, type Outcome, refused } from "../../operator/command.ts";
import { secondLook } from "../../operator/second-look.ts";
import { nothingToChange } from "../../operator/settings-entry.ts";
import type { Context } from "../../ports/context.ts";
import { withoutWords } from "./rules/review-text.ts";

type ReviewRow = typeof review.$inferSelect;
type Change = Partial<Pick<ReviewRow, "answer" | "answeredAt" | "removedBy" | "removedWords">>;

const idArgument = z.string({ error: "Enter the id from `reviews list`." }).describe("as in `reviews list`");
const ruleArgument = z
  .enum(removalRules, { error: `Enter ${removalRules.join(", ")}.` })
  .describe("the published rule; author: at the author's own request");
const wordsArgument = z
  .string()
  .max(1000)
  .transform((text) => [...new Set(text.split(",").map((word) => word.trim()))].filter((word) => word !== ""))
  .optional()
  .describe("words or phrases to black out, separated by commas (default: the whole text)");
const answerArgument = z
  .string({ error: 'Enter the answer with --text "...".' })
  .trim()
  .min(1, "Enter the answer.")
  .max(1000, "This is too long.")
  .describe("the answer, in the review's language");

/** Commands about customers' reviews. None deletes one, and none changes its stars. */
export const reviewCommands = [
  command({
    name: "reviews list",
    summary: "Reviews, newest first.",
    args: z.object({
      stars: z.coerce.number().int().min(1).max(5).optional().describe("only these"),
      unanswered: flag("only published ones without an answer"),
      limit: limitArgument,
    }),
    async run(ctx, { stars, unanswered, limit }) {
      const isUnanswered = unanswered && and(isNotNull(review.publishedAt), isNull(review.answer));
      const rows = await ctx.db.orm
        .select()
        .from(review)
        .where(and(stars === undefined ? undefined : eq(review.rating, stars), isUnanswered))
        .orderBy(desc(review.writtenAt), desc(review.id))
        .limit(limit);
      return done(rows.map(({ text, ...row }) => ({ ...reviewRow(row), text: text.slice(0, 60) })));
    },
  }),
  command({
    name: "reviews show",
    summary: "One review with its order, its answer and what was removed.",
    positional: ["id"],
    args: z.object({ id: idArgument }),
    async run(ctx, { id }) {
      const [row] = await ctx.db.orm.select().from(review).where(eq(review.id, id));
      if (!row) return unknown(id);
      return done({
        ...reviewRow(row),
        removed_words: row.removedWords.join(", "),
        text: [row.text],
        answer: row.answer,
      });
    },
  }),
  command({
    name: "reviews answer",
    summary: "Answers a published review in public, or replaces the answer.",
    changes: { asksNothing: "an answer can be replaced" },
    positional: ["id"],
    args: z.object({ id: idArgument, text: answerArgument, reason: reasonArgument }),
    run: (ctx, { id, text, reason }, operator) =>
      changeReview(ctx, operator, { id, reason, action: "review_answered" }, (row, now) =>
        row.publishedAt === null ? "It is not published yet." : { answer: text, answeredAt: now },
      ),
  }),
  command({
    name: "reviews remove",
    summary: "Blacks out words of a review by a published rule. Stars and counts stay.",
    changes: { asks: "no words are given, so that the whole text would go" },
    positional: ["id"],
    args: z.object({
      id: idArgument,
      rule: ruleArgument,
      words: wordsArgument,
      reason: reasonArgument,
      anyway: anywayArgument,
    }),
    run: (ctx, { id, rule, words = [], reason, anyway }, operator) => {
      const whole = words.length === 0 ? "Without --words the whole text and the name are removed." : null;
      return changeReview(ctx, operator, { id, reason, action: "review_cut" }, (row) => {
        const shownText = `${row.text}\n${row.name ?? ""}`;
        const missing = words.find((word) => withoutWords(shownText, [word]) === shownText);
        if (missing !== undefined) return `"${missing}" is not in the review.`;
        return { change: { removedBy: rule, removedWords: words }, details: secondLook(anyway, [whole]) };
      });
    },
  }),
  command({
    name: "reviews restore",
    summary: "Shows the removed words of a review again.",
    changes: { asksNothing: "removing them again undoes it" },
    positional: ["id"],
    args: z.object({ id: idArgument, reason: reasonArgument }),
    run: (ctx, { id, reason }, operator) =>
      changeReview(ctx, operator, { id, reason, action: "review_restored" }, (row) =>
        row.removedBy === null ? "Nothing of it is removed." : { removedBy: null, removedWords: [] },
      ),
  }),
];

type Decided = string | Change | { change: Change; details: Record<string, unknown> };

/** Changes a review under lock, with its audit line; a sentence is a refusal. */
function changeReview(
  ctx: Context,
  operator: Operator,
  { id, reason, action }: { id: string; reason: string; action: string },
  decide: (row: ReviewRow, now: Date) => Decided,
): Promise<Outcome> {
  return ctx.db.transaction(async (tx) => {
    const [before] = await tx.select().from(review).where(eq(review.id, id)).for("update");
    if (!before) return unknown(id);
    const decided = decide(before, ctx.clock.now());
    if (typeof decided === "string") return refused(decided);
    const { change, details } = "change" in decided ? decided : { change: decided, details: {} };
    // A new time of the same answer is none.
    const { answeredAt: _, ...contents } = change;
    if (JSON.stringify({ ...before, ...contents }) === JSON.stringify(before)) return done(nothingToChange);
    const [after = before] = await tx.update(review).set(change).where(eq(review.id, id)).returning();
    const audited = { ...details, before: auditOf(before), after: auditOf(after) };
    await recordAudit(ctx, tx, operator, { action, subject: id, reason, details: audited });
    return done({ ...reviewRow(after), answer: after.answer });
  });
}

/** Without the text itself: removed words must not live on in the audit. */
const auditOf = ({ answer, removedBy, removedWords }: ReviewRow) => ({
  answer,
  removed_by: removedBy,
  removed_words: removedWords.length,
});

const unknown = (id: string) => refused(`Unknown review: ${id}.`);

const reviewRow = ({
  id,
  orderRef,
  rating,
  name,
  language,
  publishedAt,
  removedBy,
  answeredAt,
}: Omit<ReviewRow, "text">) => ({
  id,
  order: shownRef(orderRef),
  stars: rating,
  name,
  language,
  published_at: publishedAt?.toISOString() ?? null,
  removed_by: removedBy,
  answered_at: answeredAt?.toISOString() ?? null,
});
