import { and, count, desc, eq, isNotNull, lt, lte, type SQL, sql } from "drizzle-orm";
import type { z } from "zod/v4";
import { blackout } from "../../../contract/reviews/review-rules.ts";
import type { Review, ReviewSummary, reviewsQuery } from "../../../contract/reviews/reviews.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import { order } from "../../db/schema/orders.ts";
import { review } from "../../db/schema/reviews.ts";
import type { Context } from "../../ports/context.ts";
import { highlightCount, highlightsOf } from "./rules/highlights.ts";
import { withoutWords } from "./rules/review-text.ts";
import { summaryOf } from "./rules/summary.ts";

type Reader = Pick<Context, "db">;
type ReviewRow = typeof review.$inferSelect;

const perPage = 20;
const published = isNotNull(review.publishedAt);

/** One page of the published reviews that match the query, newest first, and how many there are. */
export async function listReviews({ db }: Reader, query: z.output<typeof reviewsQuery>) {
  const { page, stars, show, language } = query;
  const matches = and(
    published,
    stars === undefined ? undefined : eq(review.rating, stars),
    show === "negative" ? lte(review.rating, 2) : undefined,
    show === "answered" ? isNotNull(review.answer) : undefined,
    language && eq(review.language, language),
  );
  const [counted] = await db.orm.select({ total: count() }).from(review).where(matches);
  const total = counted?.total ?? 0;
  const reviews = await read(db, matches, perPage, (page - 1) * perPage);
  return { reviews, meta: { page, pages: Math.max(1, Math.ceil(total / perPage)), total } };
}

/** The newest reviews in each language and the newest critical one: enough to choose the slides of the home page from. */
export async function readHighlights({ db }: Reader, language: Lang): Promise<Review[]> {
  // A text without its words says nothing on a slide.
  const whole = sql`${published} and not (${review.removedBy} is not null and ${review.removedWords} = '[]'::jsonb)`;
  const inLanguage = await read(db, and(whole, eq(review.language, language)), highlightCount);
  const newest = inLanguage.length < highlightCount ? await read(db, whole, 2 * highlightCount) : inLanguage;
  const [critical] = await read(db, and(whole, lt(review.rating, 4)), 1);
  return highlightsOf(merged(inLanguage, newest), critical, language);
}

/** Both lists without doubles; the first one's reviews first. */
function merged(inLanguage: readonly Review[], newest: readonly Review[]): Review[] {
  return [...inLanguage, ...newest.filter(({ id }) => inLanguage.every((review) => review.id !== id))];
}

/** The counts of all published reviews. */
export async function readSummary({ db }: Reader): Promise<ReviewSummary> {
  const counts = await db.orm
    .select({
      rating: review.rating,
      count: count(),
      answered: count(review.answer),
      cut: count(review.removedBy),
    })
    .from(review)
    .where(published)
    .groupBy(review.rating);
  return summaryOf(counts);
}

async function read(db: Reader["db"], matches: SQL | undefined, limit: number, offset = 0): Promise<Review[]> {
  const rows = await db.orm
    .select({ row: review, from: order.fromAsset, to: order.toAsset })
    .from(review)
    .innerJoin(order, eq(order.ref, review.orderRef))
    .where(matches)
    .orderBy(desc(review.publishedAt), desc(review.id))
    .limit(limit)
    .offset(offset);
  return rows.map(({ row, from, to }) => publicReview(row, { from, to }));
}

function publicReview(row: ReviewRow, pair: Review["pair"]): Review {
  const { id, rating, language, name, removedBy, removedWords, answer, answeredAt, publishedAt } = row;
  const text = removedBy === null ? row.text : withoutWords(row.text, removedWords);
  return {
    id,
    rating,
    text,
    language,
    name: removedBy === null ? name : nameWithout(name, removedWords),
    pair,
    month: (publishedAt ?? row.writtenAt).toISOString().slice(0, 7),
    is_cut: removedBy !== null,
    answer: answer !== null && answeredAt !== null ? { text: answer, at: answeredAt.toISOString() } : null,
  };
}

/** A removed word may be part of the name, which then goes as a whole. */
function nameWithout(name: string | null, words: readonly string[]): string | null {
  return name === null || withoutWords(name, words).includes(blackout) ? null : name;
}
