import { consentBody } from "../visits/consent.ts";
import { pageViewsBody } from "../visits/page-views.ts";
import { write } from "./call-kinds.ts";
import type { Endpoint } from "./endpoint.ts";

/** Calls of the website about itself. */
export const siteCalls = {
  pageViewsRecord: {
    ...write,
    path: "site/page-views",
    area: "misc",
    access: "site",
    summary: "Adds to the counts of opened pages.",
    body: pageViewsBody,
    replyStatus: 204,
    problems: [],
  },
  consentRecord: {
    ...write,
    path: "site/consents",
    area: "misc",
    access: "site",
    summary: "Records an answer about statistics, without its visitor.",
    body: consentBody,
    replyStatus: 204,
    problems: [],
  },
} as const satisfies Record<string, Endpoint>;
