import { serve } from "../../http/serve.ts";
import { isSubscribed, subscribeBrowser, unsubscribeBrowser } from "./subscriptions.ts";

export const pushCalls = [
  serve("orderPush", async ({ ctx, order, query }) => ({
    data: { active: await isSubscribed(ctx, order.ref, query.id) },
  })),

  serve("orderPushOn", async ({ ctx, order, body: { subscription, key }, caller, now }) => {
    const { language } = caller;
    return (await subscribeBrowser(ctx, order, { subscription, key, language }, now)) ?? { data: { active: true } };
  }),

  serve("orderPushOff", async ({ ctx, order, query }) => {
    await unsubscribeBrowser(ctx, order.ref, query.id);
    return undefined;
  }),
];
