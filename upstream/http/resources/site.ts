import { recordConsent } from "../../visits/consents.ts";
import { recordPageViews } from "../../visits/page-views.ts";
import { serve } from "../serve.ts";

export const routes = [
  serve("pageViewsRecord", async ({ ctx, body }) => {
    await recordPageViews(ctx, body.rows);
    return undefined;
  }),
  serve("consentRecord", async ({ ctx, body }) => {
    await recordConsent(ctx, body);
    return undefined;
  }),
];
