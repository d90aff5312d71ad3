import { ownNames } from "../../verify/own-names.ts";
import { serve } from "../serve.ts";

export const routes = [
  serve("exchangeKeys", async ({ ctx, now }) => {
    const keys = await ctx.signer.keys(ctx.db.orm, now);
    const { origin: issuer, sites, emails, messengers } = ownNames(ctx.env);
    return { data: { issuer, keys, sites, emails, messengers } };
  }),
];
