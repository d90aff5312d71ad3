import type { Route } from "../http/serve.ts";
import { walletPaymentCalls } from "./calls/wallet-payments.ts";
import { memberWithdrawalCalls } from "./calls/withdrawals.ts";

export const withdrawalCalls: readonly Route[] = [...walletPaymentCalls, ...memberWithdrawalCalls];
