import { orderReply } from "../../http/order-reply.ts";
import { serve } from "../../http/serve.ts";
import { mailOrderLink } from "../mail-order-link.ts";

const accepted = { data: { accepted: true } } as const;

export const trackCalls = [
  serve("exchangeTrack", ({ ctx, order, caller }) => orderReply(ctx, order, caller)),

  serve("exchangeTrackMail", async ({ ctx, body, now }) => {
    await mailOrderLink(ctx, body.ref, body.email, now);
    return accepted;
  }),
];
