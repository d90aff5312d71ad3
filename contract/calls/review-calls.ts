import { acceptedReply } from "../order/order-steps.ts";
import {
  highlightsReply,
  ownReviewQuery,
  ownReviewReply,
  reviewBody,
  reviewConfirmBody,
  reviewConfirmReply,
  reviewDeclineBody,
  reviewsQuery,
  reviewsReply,
} from "../reviews/reviews.ts";
import { read, write } from "./call-kinds.ts";
import type { Endpoint } from "./endpoint.ts";

/** Reviews of finished orders. */
export const reviewCalls = {
  reviewsList: {
    ...read,
    path: "reviews",
    area: "misc",
    access: "public",
    summary: "Published reviews, newest first, with the counts of all.",
    query: reviewsQuery,
    reply: reviewsReply,
    problems: [],
  },
  reviewsHighlights: {
    ...read,
    path: "reviews/highlights",
    area: "misc",
    access: "public",
    summary: "The newest reviews for a first page, negative ones included.",
    reply: highlightsReply,
    problems: [],
  },
  reviewsOwn: {
    ...read,
    path: "reviews/own",
    area: "misc",
    access: "order",
    summary: "The review of an order, for its customer.",
    query: ownReviewQuery,
    reply: ownReviewReply,
    problems: [],
  },
  reviewsCreate: {
    ...write,
    path: "reviews",
    area: "misc",
    access: "order",
    summary: "Submits the review of a finished order, and emails the link that publishes it.",
    body: reviewBody,
    reply: acceptedReply,
    replyStatus: 202,
    problems: ["invalid_transition", "already_reviewed"],
  },
  reviewsConfirm: {
    ...write,
    path: "reviews/confirm",
    area: "misc",
    access: "public",
    summary: "Publishes a review with the token from its email.",
    body: reviewConfirmBody,
    reply: reviewConfirmReply,
    problems: ["invalid_transition"],
  },
  reviewsDecline: {
    ...write,
    path: "reviews/decline",
    area: "misc",
    access: "public",
    summary: "Ends invitations to review, with the key from one of them; the reply is the same for any key.",
    body: reviewDeclineBody,
    reply: acceptedReply,
    replyStatus: 202,
    problems: [],
  },
} as const satisfies Record<string, Endpoint>;
