import {
  affiliateJoinReply,
  affiliateLinkBody,
  affiliateLinkQuery,
  affiliateLinkRenameBody,
  affiliateLinkReply,
  affiliateLinksReply,
  affiliateSummaryQuery,
  affiliateSummaryReply,
} from "../affiliate/affiliate.ts";
import {
  affiliateEarningsQuery,
  affiliateEarningsReply,
  affiliateReferralsQuery,
  affiliateReferralsReply,
} from "../affiliate/affiliate-history.ts";
import { affiliateClickBody, affiliateTermsReply } from "../affiliate/affiliate-terms.ts";
import { read, remove, write } from "./call-kinds.ts";
import type { Endpoint } from "./endpoint.ts";

const ofMember = { area: "member", access: "member" } as const;

/** The partner programme. With `AFFILIATES=off` each call answers `not_available`. */
export const affiliateCalls = {
  affiliateTerms: {
    ...read,
    path: "affiliate/terms",
    area: "misc",
    access: "public",
    summary: "The rule of the partner programme: rates by tier, how long a click counts, when a reward is ready.",
    reply: affiliateTermsReply,
    problems: ["not_available"],
  },
  affiliateClick: {
    ...write,
    path: "affiliate/click",
    area: "misc",
    access: "site",
    summary: "Counts a visit through a partner’s link.",
    body: affiliateClickBody,
    replyStatus: 204,
    problems: ["not_available"],
  },
  affiliateJoin: {
    ...write,
    ...ofMember,
    path: "member/affiliate/join",
    summary: "Makes the member a partner with a main link.",
    reply: affiliateJoinReply,
    replyStatus: 201,
    problems: ["not_available"],
  },
  affiliateSummary: {
    ...read,
    ...ofMember,
    path: "member/affiliate/summary",
    summary: "The partner’s link, money, tier and figures of a period.",
    query: affiliateSummaryQuery,
    reply: affiliateSummaryReply,
    problems: ["not_available"],
  },
  affiliateReferrals: {
    ...read,
    ...ofMember,
    path: "member/affiliate/referrals",
    summary: "Orders that came to the partner, newest first: whether each counts, why not, and its reward.",
    query: affiliateReferralsQuery,
    reply: affiliateReferralsReply,
    media: ["text/csv"],
    problems: ["not_available"],
  },
  affiliateEarnings: {
    ...read,
    ...ofMember,
    path: "member/affiliate/earnings",
    summary: "Visits, orders and rewards of a span of days, by day, link or pair.",
    query: affiliateEarningsQuery,
    reply: affiliateEarningsReply,
    problems: ["not_available"],
  },
  affiliateLinks: {
    ...read,
    ...ofMember,
    path: "member/affiliate/links",
    summary: "The partner’s links, the main one first.",
    reply: affiliateLinksReply,
    problems: ["not_available"],
  },
  affiliateLinkAdd: {
    ...write,
    ...ofMember,
    path: "member/affiliate/links",
    summary: "Adds a link, to tell places of publication apart.",
    body: affiliateLinkBody,
    reply: affiliateLinkReply,
    replyStatus: 201,
    problems: ["not_available"],
  },
  affiliateLinkRename: {
    ...write,
    ...ofMember,
    method: "PATCH",
    path: "member/affiliate/links",
    summary: "Changes the label of a link; its code never changes.",
    body: affiliateLinkRenameBody,
    reply: affiliateLinkReply,
    problems: ["not_available"],
  },
  affiliateLinkRemove: {
    ...remove,
    ...ofMember,
    path: "member/affiliate/links/{code}",
    summary: "Deletes a link. Orders it has brought stay; later clicks on it count for nobody.",
    query: affiliateLinkQuery,
    problems: ["not_available", "invalid_transition"],
  },
} as const satisfies Record<string, Endpoint>;
