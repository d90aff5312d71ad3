import { cancelOrder } from "../../orders/cancel-order.ts";
import { executeOrder } from "../../orders/execute-order.ts";
import { expireOrder } from "../../orders/expire-order.ts";
import { processOrder } from "../../orders/process-order.ts";
import { orderReply } from "../order-reply.ts";
import { cappedNetworkOf } from "../request/client-network.ts";
import { serve } from "../serve.ts";

/** Calls about an order after the draft. */
export const routes = [
  serve("exchangeExecute", async ({ ctx, order, body, caller }) =>
    orderReply(ctx, await executeOrder(ctx, order, body.pay_with, cappedNetworkOf(caller.address)), caller),
  ),

  serve("exchangeProcess", async ({ ctx, order, body, caller }) =>
    orderReply(ctx, await processOrder(ctx, order.ref, body), caller),
  ),

  serve("exchangeCancel", async ({ ctx, order, caller }) => orderReply(ctx, await cancelOrder(ctx, order.ref), caller)),

  serve("exchangeExpire", async ({ ctx, order, caller }) => orderReply(ctx, await expireOrder(ctx, order.ref), caller)),
];
