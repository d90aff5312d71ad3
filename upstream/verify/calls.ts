import { serve } from "../http/serve.ts";
import { ownNames } from "./own-names.ts";
import { verifyText } from "./verify-text.ts";

export const verifyCalls = [
  serve("exchangeKeys", async ({ ctx, now }) => {
    const keys = await ctx.signer.keys(ctx.db.orm, now);
    const { origin: issuer, sites, emails, messengers } = ownNames(ctx.env);
    return { data: { issuer, keys, sites, emails, messengers } };
  }),

  serve("exchangeVerify", async ({ ctx, body, now }) => ({ data: await verifyText(ctx, body.text, now) })),
];
