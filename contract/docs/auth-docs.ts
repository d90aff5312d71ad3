import { termsVersion } from "../order/terms.ts";
import type { CallDocs } from "./call-doc.ts";
import {
  exampleEmail as email,
  exampleChallenge,
  exampleExpiry,
  examplePassword,
  exampleProfile,
  exampleSession,
} from "./member-example.ts";

const { challenge_id } = exampleChallenge.data;

export const authDocs = {
  registerRequestCode: {
    purpose: "First half of a sign-up: proves the mailbox. Keep `challenge_id` for the second half.",
    repeat: "The same challenge until `resend_at`, then a new code that replaces the old one.",
    body: { email, locale: "en" },
    reply: exampleChallenge,
  },
  registerVerifyAccount: {
    purpose:
      "Second half of a sign-up. `terms_version` is the one of `GET exchange/rules`. Orders that a guest made with this email join the account.",
    repeat: "`code_expired`: a code works once.",
    body: {
      challenge_id,
      email,
      code: "482913",
      password: examplePassword,
      terms_version: termsVersion,
      timezone: "Europe/Riga",
    },
    reply: { data: { ...exampleSession, user: { ...exampleProfile, name: null } } },
  },
  passwordResetCode: {
    purpose: "First half of a password reset.",
    repeat: "The same challenge until `resend_at`, then a new code that replaces the old one.",
    body: { email, locale: "en" },
    reply: exampleChallenge,
  },
  passwordUpdate: {
    purpose: "Second half of a password reset. An account with two-factor sign-in needs that code as well.",
    repeat: "`code_expired`: a code works once.",
    body: { challenge_id, email, code: "482913", password: "another horse entirely" },
    reply: { data: { sessions_revoked: 2, withdrawals_frozen_until: exampleExpiry } },
  },
  signin: {
    purpose:
      'Returns the bearer of a new session; or, for an account with two-factor sign-in, `"2fa": true` and a `two_factor_token`, which is then sent alone with `two_factor_code`. After too many wrong passwords the account is locked for a while (`account_locked`).',
    repeat: "Another session.",
    body: { email, password: examplePassword },
    reply: { data: { "2fa": false, ...exampleSession } },
  },
  logout: {
    purpose: "Ends the session whose bearer is sent.",
    headers: { Authorization: `Bearer ${exampleSession.access_token}` },
  },
  socialGoogle: {
    purpose:
      "`email_taken` means that an account with a password has this email: ask for that password once and send it with a new ID token, which links Google to it.",
    repeat: "`invalid_credentials`: an ID token works once, except to add the second factor it was refused for.",
    body: { token_id: "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl" },
    reply: { data: { "2fa": false, ...exampleSession } },
  },
} satisfies Partial<CallDocs>;
