import { serve } from "../../http/serve.ts";
import { ownNames } from "../own-names.ts";

export const keyCalls = [
  serve("exchangeKeys", async ({ ctx, now }) => {
    const keys = await ctx.signer.keys(ctx.db.orm, now);
    const { origin: issuer, sites, emails, messengers } = ownNames(ctx.env);
    return { data: { issuer, keys, sites, emails, messengers } };
  }),
];
