import { serve } from "../../http/serve.ts";
import { recordConsent } from "./consents.ts";
import { recordPageViews } from "./page-views.ts";

export const visitCalls = [
  serve("pageViewsRecord", async ({ ctx, body }) => {
    await recordPageViews(ctx, body.rows);
    return undefined;
  }),
  serve("consentRecord", ({ ctx, body, caller }) => recordConsent(ctx, body, caller.address)),
];
