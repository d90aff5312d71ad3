import { routes as auth } from "./auth.ts";
import { routes as drafts } from "./drafts.ts";
import { routes as gateways } from "./gateways.ts";
import { routes as member } from "./member.ts";
import { routes as orders } from "./orders.ts";
import { routes as pairs } from "./pairs.ts";
import { routes as promo } from "./promo.ts";
import { routes as quote } from "./quote.ts";
import { routes as receipt } from "./receipt.ts";
import { routes as reserveRequests } from "./reserve-requests.ts";
import { routes as rules } from "./rules.ts";
import { routes as sandbox } from "./sandbox.ts";
import type { Route } from "./serve.ts";
import { routes as settings } from "./settings.ts";
import { routes as status } from "./status.ts";
import { routes as stream } from "./stream.ts";
import { routes as track } from "./track.ts";

/** Every call that is answered. */
export const routes: readonly Route[] = [
  ...pairs,
  ...quote,
  ...rules,
  ...receipt,
  ...reserveRequests,
  ...promo,
  ...drafts,
  ...orders,
  ...track,
  ...gateways,
  ...status,
  ...stream,
  ...sandbox,
  ...auth,
  ...member,
  ...settings,
];
