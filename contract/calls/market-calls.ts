import { directionsQuery, directionsReply, pairsReply } from "../market/pairs.ts";
import { payoutTimesReply } from "../market/payout-times.ts";
import { promoBody, promoReply, quoteQuery, quoteReply } from "../market/quote.ts";
import { rateHistoryQuery, rateHistoryReply } from "../market/rate-history.ts";
import { ratesExportReply } from "../market/rates-export.ts";
import { reserveRequestBody, reserveStopBody } from "../market/reserve-request.ts";
import { statusQuery, statusReply } from "../market/service-status.ts";
import { acceptedReply } from "../order/order-steps.ts";
import { keysReply } from "../order/signed-statements.ts";
import { rulesReply } from "../terms/exchange-rules.ts";
import { termsQuery, termsReply } from "../terms/terms-state.ts";
import { verifyBody, verifyReply } from "../verify/verify.ts";
import { read, write } from "./call-kinds.ts";
import type { Endpoint } from "./endpoint.ts";

/** Pairs, prices and rules: public, before there is an order. */
export const marketCalls = {
  exchangePairs: {
    ...read,
    path: "exchange/pairs",
    area: "exchange",
    access: "public",
    summary: "Assets, pairs, rates, limits and reserves: all data of the calculator.",
    reply: pairsReply,
    etag: true,
    problems: [],
  },
  exchangeDirections: {
    ...read,
    path: "exchange/directions",
    area: "exchange",
    access: "public",
    summary: "Assets that can be sent, and those that can be received for each.",
    query: directionsQuery,
    reply: directionsReply,
    problems: [],
  },
  exchangeRatesExport: {
    ...read,
    path: "exchange/rates-export",
    area: "exchange",
    access: "public",
    summary: "Rates and reserves in the fields of exchange monitors.",
    reply: ratesExportReply,
    etag: true,
    problems: [],
  },
  exchangeRateHistory: {
    ...read,
    path: "exchange/rate-history",
    area: "exchange",
    access: "public",
    summary: "The rates of a pair over a day, a week, a month or a year, ours and the market's.",
    query: rateHistoryQuery,
    reply: rateHistoryReply,
    problems: [],
  },
  exchangeRules: {
    ...read,
    path: "exchange/rules",
    area: "exchange",
    access: "public",
    summary: "The rules for exceptions (amount, time, network, holds) with their current figures.",
    reply: rulesReply,
    problems: [],
  },
  exchangeTerms: {
    ...read,
    path: "exchange/terms",
    area: "exchange",
    access: "public",
    summary: "What a version of the terms said of the company and of the rules when it was accepted.",
    query: termsQuery,
    reply: termsReply,
    problems: [],
  },
  exchangePayoutTimes: {
    ...read,
    path: "exchange/payout-times",
    area: "exchange",
    access: "public",
    summary: "How long recent payouts took, from real orders.",
    reply: payoutTimesReply,
    problems: [],
  },
  exchangeStatus: {
    ...read,
    path: "exchange/status",
    area: "exchange",
    access: "public",
    summary: "How the exchange has worked: parts by day, times to a payout, holds, refunds, reserves and incidents.",
    query: statusQuery,
    reply: statusReply,
    problems: [],
  },
  exchangeVerify: {
    ...write,
    path: "exchange/verify",
    area: "exchange",
    access: "public",
    summary: "Tells for each link, address, receipt or check code in a text whether it is ours.",
    body: verifyBody,
    reply: verifyReply,
    problems: [],
  },
  exchangeKeys: {
    ...read,
    path: "exchange/keys",
    area: "exchange",
    access: "public",
    summary: "The public keys of our signatures on receipts and pay-in addresses.",
    reply: keysReply,
    problems: [],
  },
  exchangeQuote: {
    ...read,
    path: "exchange",
    area: "exchange",
    access: "public",
    summary: "An indicative price, without side effects.",
    query: quoteQuery,
    reply: quoteReply,
    problems: ["pair_paused"],
  },
  promoValidate: {
    ...write,
    path: "promo/validate",
    area: "promo",
    access: "public",
    summary: "The effect of a promo code on an exchange; an unknown code is a normal reply, not an error.",
    body: promoBody,
    reply: promoReply,
    problems: [],
  },
  reserveRequest: {
    ...write,
    path: "exchange/reserve-request",
    area: "exchange",
    access: "public",
    summary:
      "Requests one email when the reserve of a pair covers an amount; the reply does not reveal earlier requests.",
    body: reserveRequestBody,
    reply: acceptedReply,
    replyStatus: 202,
    problems: ["captcha_failed", "captcha_unavailable", "code_invalid", "code_expired"],
  },
  reserveRequestStop: {
    ...write,
    path: "exchange/reserve-request/stop",
    area: "exchange",
    access: "public",
    summary:
      "Unsubscribes from emails about reserves with the key from one of them; the reply is the same for any key.",
    body: reserveStopBody,
    reply: acceptedReply,
    replyStatus: 202,
    problems: [],
  },
} as const satisfies Record<string, Endpoint>;
