import { passEmailCheck } from "../../accounts/bot-check/pass-bot-check.ts";
import { stopNews } from "../../accounts/profile/stop-news.ts";
import { clientOriginOf } from "../../http/request/client-origin.ts";
import { idOfKey } from "../../http/request/signed-key.ts";
import { serve } from "../../http/serve.ts";
import { refuse } from "../../shared/rules/refusal.ts";
import { confirmSubscription, subscribe, unsubscribe } from "./subscribe.ts";

const accepted = { data: { accepted: true } } as const;
const subscribed = { data: { subscribed: true } } as const;

export const newsletterCalls = [
  serve("subscribe", async ({ ctx, body, caller, now }) => {
    const origin = clientOriginOf(caller);
    const check = { action: "subscribe", email: body.email, proof: body, bearer: caller.bearer, origin, now } as const;
    const refusal = await passEmailCheck(ctx, check);
    if (refusal) return refusal;
    return (await subscribe(ctx, body.email, { language: body.locale, address: caller.address }, now)) ?? accepted;
  }),

  serve("subscribeConfirm", async ({ ctx, body, now }) => {
    const id = idOfKey(ctx.env.ORDER_LINK_SECRETS, "newsletter-confirm", body.token);
    const isSubscribed = id !== null && (await confirmSubscription(ctx, id, body.locale ?? null, now));
    return isSubscribed ? subscribed : refuse("not_found");
  }),

  serve("unsubscribe", async ({ ctx, body, caller, now }) => {
    const id = idOfKey(ctx.env.ORDER_LINK_SECRETS, "newsletter", body.key);
    const email = id === null ? undefined : await unsubscribe(ctx, id);
    if (email !== undefined) await stopNews(ctx, { email, origin: clientOriginOf(caller), now });
    return accepted;
  }),
];
