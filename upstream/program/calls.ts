import { routes as auth } from "../accounts/calls/auth.ts";
import { routes as botCheck } from "../accounts/calls/bot-check.ts";
import { routes as member } from "../accounts/calls/member.ts";
import { routes as settings } from "../accounts/calls/settings.ts";
import { routes as affiliate } from "../affiliates/calls.ts";
import { routes as freeze } from "../freeze/calls.ts";
import type { Route } from "../http/serve.ts";
import { routes as newsletter } from "../newsletter/calls.ts";
import { routes as drafts } from "../orders/calls/drafts.ts";
import { routes as orders } from "../orders/calls/orders.ts";
import { routes as pairs } from "../orders/calls/pairs.ts";
import { routes as promo } from "../orders/calls/promo.ts";
import { routes as quote } from "../orders/calls/quote.ts";
import { routes as receipt } from "../orders/calls/receipt.ts";
import { routes as reserveRequests } from "../orders/calls/reserve-requests.ts";
import { routes as status } from "../orders/calls/status.ts";
import { routes as stream } from "../orders/calls/stream.ts";
import { routes as track } from "../orders/calls/track.ts";
import { routes as orderPush } from "../push/calls.ts";
import { routes as gateways } from "../rails/calls.ts";
import { routes as sandbox } from "../rails/sandbox/calls.ts";
import { routes as reviews } from "../reviews/calls.ts";
import { routes as payoutTimes } from "../status/calls/payout-times.ts";
import { routes as serviceStatus } from "../status/calls/service-status.ts";
import { routes as supportMail } from "../support/calls/incoming-mail.ts";
import { routes as support } from "../support/calls/tickets.ts";
import { routes as rules } from "../terms/calls/rules.ts";
import { routes as terms } from "../terms/calls/terms.ts";
import { routes as keys } from "../verify/calls/keys.ts";
import { routes as verify } from "../verify/calls/verify.ts";
import { routes as site } from "../visits/calls.ts";
import { routes as balance } from "../wallets/calls.ts";
import { routes as walletPayments } from "../withdrawals/calls/wallet-payments.ts";
import { routes as withdrawals } from "../withdrawals/calls/withdrawals.ts";

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
