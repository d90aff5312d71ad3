import { ownNames } from "../../verify/own-names.ts";
import { serve } from "../serve.ts";

export const routes = [
  serve("exchangeKeys", async ({ ctx, now }) => {
    const keys = await ctx.signer.keys(ctx.db.orm, now);
    return { data: { issuer: ctx.env.PUBLIC_ORIGIN, keys, ...ownNames(ctx.env) } };
  }),
];
