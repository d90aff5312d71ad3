import { isRefusal } from "../../domain/refusal.ts";
import { orderReceipt } from "../../orders/view/receipt.ts";
import { serve } from "../serve.ts";

export const routes = [
  serve("receipt", async ({ ctx, order, caller, now }) => {
    const answer = await orderReceipt(ctx, order, caller.language, now);
    return isRefusal(answer) ? answer : { data: answer };
  }),
];
