import { z } from "zod/v4";
import { time } from "../values/amount.ts";
import { languages } from "../values/languages.ts";

const month = z
  .string()
  .regex(/^\d{4}-\d{2}$/)
  .describe("When it was published: `2026-11`.");
const stars = z.int().min(1).max(5);

/** One published review. Nothing in it leads to the order or the customer. */
const review = z
  .object({
    id: z.string(),
    rating: stars,
    text: z.string().describe("Plain text; removed words are replaced by `\u2588`."),
    language: z.enum(languages),
    name: z
      .string()
      .nullable()
      .describe("As the customer gave it; null once the personal data of the order is erased."),
    pair: z.object({ from: z.string(), to: z.string() }).describe("Ids of assets."),
    month,
    is_cut: z.boolean().describe("Words were removed by one of the published rules; the stars stay."),
    answer: z.object({ text: z.string(), at: time }).nullable(),
  })
  .meta({ id: "Review" });
export type Review = z.infer<typeof review>;

const summary = z
  .object({
    total: z.int(),
    by_stars: z.array(z.object({ stars, count: z.int() })).describe("From five stars to one."),
    negative: z.int().describe("With one or two stars."),
    answered: z.int(),
    cut: z.int().describe("With removed words; they count like the others."),
    average: z.string().nullable().describe("With one decimal; null while there are too few reviews for one."),
  })
  .meta({ id: "ReviewSummary" });
export type ReviewSummary = z.infer<typeof summary>;

/** Queries are text: a number or choice that is none of these is refused. */
export const reviewsQuery = z.object({
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  stars: z.coerce.number().int().min(1).max(5).optional(),
  show: z.enum(["negative", "answered"]).optional(),
  language: z.enum(languages).optional(),
});
export const reviewsReply = z.object({
  data: z.object({ summary, reviews: z.array(review) }),
  meta: z.object({ page: z.int(), pages: z.int(), total: z.int().describe("Reviews that match the query.") }),
});
export const highlightsReply = z.object({
  data: z.object({
    summary,
    reviews: z.array(review).describe("At most five; one of the first three has fewer than four stars, if any has."),
  }),
});

const ref = z.string().trim().max(40);
export const ownReviewQuery = z.object({ ref });
export const ownReviewReply = z.object({
  data: z.object({
    state: z
      .enum(["open", "waiting", "published", "closed"])
      .describe("`waiting` for the link in the email; `closed`: this order cannot be reviewed now."),
    review: z.object({ rating: stars, text: z.string(), name: z.string() }).nullable(),
  }),
});
export type OwnReview = z.infer<typeof ownReviewReply>["data"];

export const reviewBody = z.object({
  ref,
  rating: stars,
  text: z.string().max(10_000),
  name: z.string().max(500),
});
export const reviewConfirmBody = z.object({ token: z.string().max(200) });
export const reviewConfirmReply = z.object({ data: z.object({ id: z.string() }) });
/** `key` comes with the invitation; it can only end invitations to that address. */
export const reviewDeclineBody = z.object({ key: z.string().max(200) });
