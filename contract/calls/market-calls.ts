import { directionsQuery, directionsReply, pairsReply } from "../market/pairs.ts";
import { promoBody, promoReply, quoteQuery, quoteReply } from "../market/quote.ts";
import { reserveRequestBody, reserveStopBody } from "../market/reserve-request.ts";
import { rulesReply } from "../market/rules.ts";
import { acceptedReply } from "../order/order-steps.ts";
import { read, write } from "./call-kinds.ts";
import type { Endpoint } from "./endpoint.ts";

/** Pairs, prices and rules: public, before there is an order. */
export const marketCalls = {
  exchangePairs: {
    ...read,
    path: "exchange/pairs",
    area: "exchange",
    access: "public",
    summary: "Assets, pairs, rates, limits and reserves: everything the calculator needs in one answer.",
    reply: pairsReply,
    etag: true,
    problems: [],
  },
  exchangeDirections: {
    ...read,
    path: "exchange/directions",
    area: "exchange",
    access: "public",
    summary: "What can be sent, and what can be received for it.",
    query: directionsQuery,
    reply: directionsReply,
    problems: [],
  },
  exchangeRules: {
    ...read,
    path: "exchange/rules",
    area: "exchange",
    access: "public",
    summary: "What happens when something goes differently: the rules that the service itself obeys, in their numbers.",
    reply: rulesReply,
    problems: [],
  },
  exchangeQuote: {
    ...read,
    path: "exchange",
    area: "exchange",
    access: "public",
    summary: "The calculation: an indicative price, without side effects.",
    query: quoteQuery,
    reply: quoteReply,
    problems: ["pair_paused"],
  },
  promoValidate: {
    ...write,
    path: "promo/validate",
    area: "promo",
    access: "public",
    summary: "What a promo code would do here; an unknown code is an answer, not an error.",
    body: promoBody,
    reply: promoReply,
    problems: [],
  },
  reserveRequest: {
    ...write,
    path: "exchange/reserve-request",
    area: "exchange",
    access: "public",
    summary: "Asks for one e-mail when the reserve of a pair covers an amount; the same answer whoever asked before.",
    body: reserveRequestBody,
    reply: acceptedReply,
    replyStatus: 202,
    problems: [],
  },
  reserveRequestStop: {
    ...write,
    path: "exchange/reserve-request/stop",
    area: "exchange",
    access: "public",
    summary: "Ends e-mails about reserves with the key that came in one; the same answer for any key.",
    body: reserveStopBody,
    reply: acceptedReply,
    replyStatus: 202,
    problems: [],
  },
} as const satisfies Record<string, Endpoint>;
