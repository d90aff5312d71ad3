import { credentialsOf } from "../../http/request/order-access.ts";
import { serve } from "../../http/serve.ts";
import { isRefusal } from "../../shared/rules/refusal.ts";
import { loyaltyOf } from "../loyalty/loyalty-status.ts";
import { replyToPromo } from "../promo/promo-reply.ts";
import { priceSource } from "../quotes/quote.ts";

export const promoCalls = [
  serve("promoValidate", async ({ ctx, body: { code, ...query }, caller, now }) => {
    const { memberId } = await credentialsOf(ctx, caller, now);
    const loyalty = await loyaltyOf(ctx, ctx.db.orm, memberId, now);
    const result = await replyToPromo(await priceSource(ctx), { ...query, promo: code, loyalty, memberId }, now);
    return isRefusal(result) ? result : { data: result };
  }),
];
