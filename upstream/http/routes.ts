import { routes as affiliate } from "./resources/affiliate.ts";
import { routes as auth } from "./resources/auth.ts";
import { routes as balance } from "./resources/balance.ts";
import { routes as botCheck } from "./resources/bot-check.ts";
import { routes as drafts } from "./resources/drafts.ts";
import { routes as freeze } from "./resources/freeze.ts";
import { routes as gateways } from "./resources/gateways.ts";
import { routes as keys } from "./resources/keys.ts";
import { routes as member } from "./resources/member.ts";
import { routes as newsletter } from "./resources/newsletter.ts";
import { routes as orderPush } from "./resources/order-push.ts";
import { routes as orders } from "./resources/orders.ts";
import { routes as pairs } from "./resources/pairs.ts";
import { routes as payoutTimes } from "./resources/payout-times.ts";
import { routes as promo } from "./resources/promo.ts";
import { routes as quote } from "./resources/quote.ts";
import { routes as receipt } from "./resources/receipt.ts";
import { routes as reserveRequests } from "./resources/reserve-requests.ts";
import { routes as reviews } from "./resources/reviews.ts";
import { routes as rules } from "./resources/rules.ts";
import { routes as sandbox } from "./resources/sandbox.ts";
import { routes as serviceStatus } from "./resources/service-status.ts";
import { routes as settings } from "./resources/settings.ts";
import { routes as site } from "./resources/site.ts";
import { routes as status } from "./resources/status.ts";
import { routes as stream } from "./resources/stream.ts";
import { routes as support } from "./resources/support.ts";
import { routes as supportMail } from "./resources/support-mail.ts";
import { routes as terms } from "./resources/terms.ts";
import { routes as track } from "./resources/track.ts";
import { routes as verify } from "./resources/verify.ts";
import { routes as walletPayments } from "./resources/wallet-payments.ts";
import { routes as withdrawals } from "./resources/withdrawals.ts";
import type { Route } from "./serve.ts";

/** All routes of the contract. */
export const routes: readonly Route[] = [
  ...pairs,
  ...quote,
  ...rules,
  ...terms,
  ...payoutTimes,
  ...serviceStatus,
  ...keys,
  ...verify,
  ...receipt,
  ...reserveRequests,
  ...promo,
  ...drafts,
  ...orders,
  ...walletPayments,
  ...orderPush,
  ...track,
  ...gateways,
  ...status,
  ...stream,
  ...sandbox,
  ...auth,
  ...botCheck,
  ...member,
  ...balance,
  ...withdrawals,
  ...freeze,
  ...affiliate,
  ...settings,
  ...site,
  ...reviews,
  ...newsletter,
  ...support,
  ...supportMail,
];
