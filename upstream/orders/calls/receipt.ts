import { serve } from "../../http/serve.ts";
import { isRefusal } from "../../shared/rules/refusal.ts";
import { orderReceipt } from "../view/receipt.ts";

export const receiptCalls = [
  serve("receipt", async ({ ctx, order, caller, now }) => {
    const receipt = await orderReceipt(ctx, order, caller.language, now);
    return isRefusal(receipt) ? receipt : { data: receipt };
  }),
];
