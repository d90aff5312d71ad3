import { recordPageViews } from "../../visits/page-views.ts";
import { serve } from "../serve.ts";

export const routes = [
  serve("pageViewsRecord", async ({ ctx, body }) => {
    await recordPageViews(ctx, body.rows);
    return undefined;
  }),
];
