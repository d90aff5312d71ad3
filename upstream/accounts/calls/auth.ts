import { clientOriginOf } from "../../http/request/client-origin.ts";
import { serve } from "../../http/serve.ts";
import { recordTerms } from "../../orders/terms/terms-states.ts";
import { isRefusal, type Refusal } from "../../shared/rules/refusal.ts";
import { passEmailCheck } from "../bot-check/pass-bot-check.ts";
import { profileOf } from "../profile/profile.ts";
import { changeReply } from "../security/security-change.ts";
import { challengeReply } from "../sign-in/email-codes.ts";
import { googleSignIn } from "../sign-in/google.ts";
import { requestReset, resetPassword } from "../sign-in/reset-password.ts";
import { bearerReply } from "../sign-in/sessions.ts";
import { finishSignIn, type SignInResult, signIn } from "../sign-in/sign-in.ts";
import { signOut } from "../sign-in/sign-out.ts";
import { requestSignUp, signUp } from "../sign-in/sign-up.ts";

/** Sign-up, sign-in and sign-out. */
export const signInCalls = [
  serve("registerRequestCode", async ({ ctx, body, caller, now }) => {
    const origin = clientOriginOf(caller);
    const check = { action: "sign_up", email: body.email, proof: body, bearer: null, origin, now } as const;
    const refusal = await passEmailCheck(ctx, check);
    if (refusal) return refusal;
    const language = body.locale ?? caller.language;
    const partner = { code: body.partner ?? null, at: body.partner_at ?? null };
    const request = { email: body.email, partner, language, origin, now };
    const issued = await requestSignUp(ctx, request);
    return isRefusal(issued) ? issued : challengeReply(issued);
  }),

  serve("registerVerifyAccount", async ({ ctx, body, caller, now }) => {
    const { challenge_id: challengeId, terms_version: termsVersion, ...typed } = body;
    const origin = clientOriginOf(caller);
    await recordTerms(ctx, now);
    const opened = await signUp(ctx, { ...typed, challengeId, termsVersion, origin, now });
    if (isRefusal(opened)) return opened;
    return { data: { ...bearerReply(opened.session), user: await profileOf(ctx, opened.row, caller.language, now) } };
  }),

  serve("passwordResetCode", async ({ ctx, body, caller, now }) => {
    const origin = clientOriginOf(caller);
    const check = { action: "reset", email: body.email, proof: body, bearer: null, origin, now } as const;
    const refusal = await passEmailCheck(ctx, check);
    if (refusal) return refusal;
    const language = body.locale ?? caller.language;
    const issued = await requestReset(ctx, { email: body.email, language, origin, now });
    return isRefusal(issued) ? issued : challengeReply(issued);
  }),

  serve("passwordUpdate", async ({ ctx, body, caller, now }) => {
    const { challenge_id: challengeId, two_factor_code, email, code, password } = body;
    const secondFactor = two_factor_code ?? null;
    const origin = clientOriginOf(caller);
    const changed = await resetPassword(ctx, { challengeId, email, code, password, secondFactor, origin, now });
    return isRefusal(changed) ? changed : { data: changeReply(changed) };
  }),

  serve("signin", async ({ ctx, body, caller, now }) => {
    const { email, password, two_factor_token: token, two_factor_code, remember: remembered } = body;
    const input = { code: two_factor_code || null, remembered, origin: clientOriginOf(caller), now };
    if (token) return entryReply(await finishSignIn(ctx, { token, ...input }));
    return entryReply(await signIn(ctx, { email: email ?? "", password: password ?? "", ...input }));
  }),

  serve("socialGoogle", async ({ ctx, body, caller, now }) => {
    const { token_id: tokenId, two_factor_code, password, timezone } = body;
    const partner = { code: body.partner ?? null, at: body.partner_at ?? null };
    const input = { tokenId, code: two_factor_code || null, password: password || null, partner, timezone };
    const from = { language: caller.language, origin: clientOriginOf(caller), now };
    await recordTerms(ctx, now);
    return entryReply(await googleSignIn(ctx, { ...input, ...from }));
  }),

  serve("logout", async ({ ctx, caller, now }) => {
    await signOut(ctx, { bearer: caller.bearer, origin: clientOriginOf(caller), now });
    return undefined;
  }),
];

function entryReply(entry: SignInResult | Refusal) {
  if (isRefusal(entry)) return entry;
  if (entry.status === "open") {
    return { data: { "2fa": false as const, ...bearerReply(entry.session) } };
  }
  return {
    data: {
      "2fa": true as const,
      access_token: null,
      methods: ["totp", "recovery"],
      two_factor_token: entry.token,
      expires_at: entry.expiresAt.toISOString(),
    },
  };
}
