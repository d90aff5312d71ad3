import type { CallDocs } from "./call-doc.ts";
import { exampleRef as ref, exampleTime as time } from "./order-example.ts";

const summary = {
  total: 2,
  by_stars: [
    { stars: 5, count: 1 },
    { stars: 4, count: 0 },
    { stars: 3, count: 0 },
    { stars: 2, count: 0 },
    { stars: 1, count: 1 },
  ],
  negative: 1,
  answered: 1,
  cut: 0,
  average: null,
};
const review = {
  id: "rv_4f0d2a9c",
  rating: 1,
  text: "Three hours for a payout that should take half an hour.",
  language: "en" as const,
  name: "Denis",
  pair: { from: "usdt-trc20", to: "paypal-usd" },
  month: "2026-11",
  is_cut: false,
  answer: { text: "You are right, Denis. We returned our fee.", at: time(0) },
};

export const reviewDocs = {
  reviewsList: {
    purpose:
      "Everything that customers published, negative or not. `stars`, `show` and `language` narrow the list, never `summary`. There is no average below 20 reviews.",
    query: { page: 1 },
    reply: { data: { summary, reviews: [review] }, meta: { page: 1, pages: 1, total: 1 } },
  },
  reviewsHighlights: {
    purpose: "At most five reviews, those in the language of `Accept-Language` first.",
    reply: { data: { summary, reviews: [review] } },
  },
  reviewsOwn: {
    purpose: "Whether the order can be reviewed, and what was written so far.",
    query: { ref },
    reply: { data: { state: "waiting", review: { rating: 5, text: "Quick and clear.", name: "Anna" } } },
  },
  reviewsCreate: {
    purpose:
      "One review per completed or refunded order. It is published when `reviews/confirm` gets the token that the customer receives by email; after that it cannot be changed.",
    repeat:
      "Before it is published a later text replaces the earlier one, at most five times, and its link is a new one.",
    body: { ref, rating: 5, text: "Quick and clear.", name: "Anna" },
    reply: { data: { accepted: true } },
  },
  reviewsConfirm: {
    purpose: "Publishes the text that the email quoted. The token of an earlier text is not found any more.",
    repeat: "No further effect; the same reply.",
    body: { token: "rv_4f0d2a9c-1-huzm4wqoh7wo5znpq5rcce5lhr" },
    reply: { data: { id: "rv_4f0d2a9c" } },
  },
  reviewsDecline: {
    purpose: "No address of this mailbox is invited to review again.",
    repeat: "No further effect.",
    body: { key: "k_5b0c8d1f" },
    reply: { data: { accepted: true } },
  },
} satisfies Partial<CallDocs>;
