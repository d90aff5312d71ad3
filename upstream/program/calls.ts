import { accountCalls } from "../accounts/calls.ts";
import { affiliateCalls } from "../affiliates/calls.ts";
import { visitCalls } from "../affiliates/visits/calls.ts";
import type { Route } from "../http/serve.ts";
import { newsletterCalls } from "../mail/newsletter/calls.ts";
import { orderCalls } from "../orders/calls.ts";
import { pushCalls } from "../orders/push/calls.ts";
import { reviewCalls } from "../orders/reviews/calls.ts";
import { termsCalls } from "../orders/terms/calls.ts";
import { gatewayCalls } from "../rails/calls.ts";
import { sandboxCalls } from "../rails/sandbox/calls.ts";
import { statusCalls } from "../status/calls.ts";
import { supportCalls } from "../support/calls.ts";
import { verifyCalls } from "../verify/calls.ts";
import { walletCalls } from "../wallets/calls.ts";
import { withdrawalCalls } from "../withdrawals/calls.ts";
import { freezeCalls } from "../withdrawals/freeze/calls.ts";
import { walletPaymentCalls } from "../withdrawals/wallet-payments/calls.ts";

/** All routes of the contract. */
export const routes: readonly Route[] = [
  ...orderCalls,
  ...accountCalls,
  ...walletCalls,
  ...walletPaymentCalls,
  ...withdrawalCalls,
  ...freezeCalls,
  ...affiliateCalls,
  ...supportCalls,
  ...reviewCalls,
  ...newsletterCalls,
  ...pushCalls,
  ...termsCalls,
  ...statusCalls,
  ...verifyCalls,
  ...visitCalls,
  ...gatewayCalls,
  ...sandboxCalls,
];
