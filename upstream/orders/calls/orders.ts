import { orderReply } from "../../http/order-reply.ts";
import { cappedNetworkOf } from "../../http/request/client-network.ts";
import { clientOriginOf } from "../../http/request/client-origin.ts";
import { mayRedirectByLink } from "../../http/request/order-access.ts";
import { serve } from "../../http/serve.ts";
import { isRefusal } from "../../shared/rules/refusal.ts";
import { walletOwner } from "../../withdrawals/wallet-payments/calls.ts";
import { payFromWallet } from "../../withdrawals/wallet-payments/pay-from-wallet.ts";
import { redirectObstacle } from "../../withdrawals/wallet-payments/redirect.ts";
import { cancelOrder } from "../cancel-order.ts";
import { executeOrder, readUnpaid } from "../execute-order.ts";
import { expireOrder } from "../expire-order.ts";
import { type NamedAccount, processOrder } from "../process-order.ts";
import type { UnpaidUsage } from "../rules/unpaid-limits.ts";

/** Calls about an order after the draft. */
export const executedOrderCalls = [
  serve<"exchangeExecute", UnpaidUsage | null>(
    "exchangeExecute",
    async ({ ctx, order, body, caller, now }, unpaid) => {
      const network = cappedNetworkOf(caller.address);
      if (body.pay_with !== "balance")
        return orderReply(ctx, await executeOrder(ctx, order, body.pay_with, network, unpaid), caller);
      const signedIn = await walletOwner(ctx, caller, now);
      if (isRefusal(signedIn)) return signedIn;
      const origin = clientOriginOf(caller);
      const payment = { code: body.code ?? "", shownTerms: body.shown ?? null, network, origin, now };
      return orderReply(ctx, await payFromWallet(ctx, order, signedIn, payment), caller);
    },
    {
      readEarly: async ({ ctx, order, body, caller }) =>
        body.pay_with === "balance" ? null : readUnpaid(ctx, order, cappedNetworkOf(caller.address)),
    },
  ),

  serve("exchangeProcess", async ({ ctx, order, body, caller, now }) => {
    const isByLink = mayRedirectByLink(ctx, order, caller.orderTokens);
    const mayGoTo = (to: NamedAccount) => redirectObstacle(ctx, order, to, isByLink, now);
    return orderReply(ctx, await processOrder(ctx, order.ref, body, mayGoTo), caller);
  }),

  serve("exchangeCancel", async ({ ctx, order, caller }) => orderReply(ctx, await cancelOrder(ctx, order.ref), caller)),

  serve("exchangeExpire", async ({ ctx, order, caller }) => orderReply(ctx, await expireOrder(ctx, order.ref), caller)),
];
