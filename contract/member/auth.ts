import { z } from "zod/v4";
import { botCheckProof } from "../bot-check/bot-check.ts";
import { openEnum, time } from "../values/amount.ts";
import { languages } from "../values/languages.ts";
import { memberProfile } from "./member.ts";

/** Text as entered, up to a generous length: invalid input reaches the service, which answers with a field error. */
const typed = z.string().trim().max(500);
/** Not trimmed: spaces belong to a password. */
export const typedPassword = z.string().max(1024);
/** Six digits of an authenticator, or a recovery code; spaces and hyphens are ignored. */
export const typedSecondFactor = z.string().trim().max(64).nullish();
export const challengeId = z.string().trim().max(64);
/** A code copied from an email; spaces are ignored. */
export const typedCode = z.string().trim().max(40);

/** Whose link the visitor came through; an unknown code is ignored. */
const partnerTouch = {
  partner: typed.nullish(),
  partner_at: typed.nullish().describe("When the visitor first came through the partner’s link; now by default."),
};

export const registerRequestBody = z.object({
  email: typed,
  captcha_token: botCheckProof.captcha_token,
  ...partnerTouch,
  locale: z.enum(languages).nullish(),
});

/** A code may be on its way: the reply is the same for every address. */
export const challengeReply = z.object({
  data: z.object({
    challenge_id: z.string().describe("Required with the code."),
    expires_at: time,
    resend_at: time.describe("No other code is sent before this time."),
    code_length: z.int().describe("Number of digits: six; twelve for an address with too many wrong guesses."),
  }),
});

const firstTimeZone = typed
  .nullish()
  .describe("Time zone of a new account, an IANA name: Europe/Riga. UTC without one.");

export const verifyAccountBody = z.object({
  challenge_id: challengeId,
  email: typed,
  code: typedCode,
  password: typedPassword,
  terms_version: typed,
  newsletter: z.boolean().default(false),
  timezone: firstTimeZone,
});

const bearer = z
  .string()
  .describe(
    "Opaque. Expires after an hour without a call (unless remembered), at `expires_at`, or when the member ends it.",
  );

const handedOut = { access_token: bearer, token_type: z.literal("Bearer"), expires_at: time };

export const openedReply = z.object({
  data: z.object({ ...handedOut, user: memberProfile }),
});

export const resetCodeBody = z.object({
  email: typed,
  captcha_token: botCheckProof.captcha_token,
  locale: z.enum(languages).nullish(),
});

export const updatePasswordBody = z.object({
  challenge_id: challengeId,
  email: typed,
  code: typedCode,
  password: typedPassword,
  two_factor_code: typedSecondFactor,
});

/** The effects of a security change on the account. */
const securityChange = { sessions_revoked: z.int(), withdrawals_frozen_until: time.nullable() };
export const securityChangeReply = z.object({ data: z.object(securityChange) });

/** The same, made from a session that continues: it uses this token from now on, and the old one is invalid. */
export const renewedSession = { ...securityChange, ...handedOut };
export const renewedSessionReply = z.object({ data: z.object(renewedSession) });

const secondFactors = ["totp", "recovery"] as const;

/**
 * Either email and password, with `two_factor_code` if known to be required; or, after a reply with `"2fa": true`, its
 * `two_factor_token` and the code, so that no page needs to keep a password.
 */
export const signinBody = z.object({
  email: typed.nullish(),
  password: typedPassword.nullish(),
  two_factor_token: z.string().max(200).nullish(),
  two_factor_code: typedSecondFactor,
  captcha_token: botCheckProof.captcha_token,
  remember: z
    .boolean()
    .default(false)
    .describe("Stay signed in for 30 days, active or not; after a day, actions that move money require a new sign-in."),
});

export const googleBody = z.object({
  token_id: z.string().max(8192).describe("The ID token that Google issued for our client id."),
  two_factor_code: typedSecondFactor,
  password: typedPassword
    .nullish()
    .describe("After `email_taken`: the account’s password, required once to link Google."),
  timezone: firstTimeZone,
  ...partnerTouch,
});

/** Signed in; or with `"2fa": true` not yet: no session token until the code is sent. */
export const signedInReply = z.object({
  data: z.union([
    z.object({ "2fa": z.literal(false), ...handedOut }),
    z.object({
      "2fa": z.literal(true),
      access_token: z.null(),
      methods: z.array(openEnum(secondFactors)),
      two_factor_token: z
        .string()
        .describe("For auth/signin with a code, instead of the password; valid for five minutes and one sign-in."),
      expires_at: time,
    }),
  ]),
});
