import { refuse } from "../../domain/refusal.ts";
import { cancelOrder } from "../../orders/cancel-order.ts";
import { executeOrder } from "../../orders/execute-order.ts";
import { expireOrder } from "../../orders/expire-order.ts";
import { payFromWallet } from "../../orders/pay-from-wallet.ts";
import { processOrder } from "../../orders/process-order.ts";
import { orderReply } from "../order-reply.ts";
import { cappedNetworkOf } from "../request/client-network.ts";
import { credentialsOf } from "../request/order-access.ts";
import { serve } from "../serve.ts";

/** Calls about an order after the draft. */
export const routes = [
  serve("exchangeExecute", async ({ ctx, order, body, caller, now }) => {
    const network = cappedNetworkOf(caller.address);
    if (body.pay_with !== "balance")
      return orderReply(ctx, await executeOrder(ctx, order, body.pay_with, network), caller);
    if (ctx.env.WALLETS === "off") return refuse("not_available");
    const { signedIn } = await credentialsOf(ctx, caller, now);
    if (!signedIn) return refuse("unauthenticated");
    // A remembered session may only read.
    if (!signedIn.isFresh) return refuse("sign_in_again");
    return orderReply(ctx, await payFromWallet(ctx, order, signedIn.member.id, network), caller);
  }),

  serve("exchangeProcess", async ({ ctx, order, body, caller }) =>
    orderReply(ctx, await processOrder(ctx, order.ref, body), caller),
  ),

  serve("exchangeCancel", async ({ ctx, order, caller }) => orderReply(ctx, await cancelOrder(ctx, order.ref), caller)),

  serve("exchangeExpire", async ({ ctx, order, caller }) => orderReply(ctx, await expireOrder(ctx, order.ref), caller)),
];
