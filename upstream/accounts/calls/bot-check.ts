import { clientOriginOf } from "../../http/request/client-origin.ts";
import { serve } from "../../http/serve.ts";
import { isRefusal } from "../../shared/rules/refusal.ts";
import { issueChallenge } from "../bot-check/altcha.ts";
import { requestCheckCode } from "../bot-check/check-code.ts";
import { challengeReply } from "../sign-in/email-codes.ts";

export const botCheckCalls = [
  serve("botCheck", async ({ ctx, query: { action }, now }) => {
    const { BOT_CHECK: provider, BOT_CHECK_SITE_KEY, BOT_CHECK_COST: cost, ACCOUNT_SECRETS: secrets } = ctx.env;
    if (provider !== "altcha") {
      const siteKey = provider === "off" ? null : (BOT_CHECK_SITE_KEY ?? null);
      return { data: { provider, site_key: siteKey, challenge: null, expires_at: null } };
    }
    const { challenge, expiresAt } = await issueChallenge({ secrets, cost, action, now });
    return { data: { provider, site_key: null, challenge, expires_at: expiresAt.toISOString() } };
  }),

  serve("botCheckEmailCode", async ({ ctx, body: { action, email, locale }, caller, now }) => {
    const request = { action, email, language: locale ?? caller.language, origin: clientOriginOf(caller), now };
    const issued = await requestCheckCode(ctx, request);
    return isRefusal(issued) ? issued : challengeReply(issued);
  }),
];
