import { serve } from "../serve.ts";

export const routes = [
  serve("exchangeKeys", async ({ ctx }) => {
    return { data: { issuer: ctx.env.PUBLIC_ORIGIN, keys: await ctx.signer.keys(ctx.db.orm) } };
  }),
];
