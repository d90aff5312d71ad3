import { z } from "zod/v4";
import { time } from "../values/amount.ts";
import { challengeId, renewedSession, typedCode, typedPassword, typedSecondFactor } from "./auth.ts";

const typed = z.string().trim().max(500);

export const changePasswordBody = z.object({
  current_password: typedPassword,
  password: typedPassword,
  two_factor_code: typedSecondFactor,
});

/** Own words of 4 to 60 characters, shown in each of our emails to the member; null or nothing removes them. */
export const phraseBody = z.object({
  phrase: z.string().max(500).nullable(),
  password: typedPassword,
  two_factor_code: typedSecondFactor,
});
export const phraseReply = z.object({ data: z.object({ phrase: z.string().nullable() }) });

export const twoFactorGenerateBody = z.object({ password: typedPassword });
export const twoFactorGenerateReply = z.object({
  data: z.object({
    secret: z.string().describe("Base 32, for manual entry."),
    otpauth_uri: z.string().describe("For a QR code."),
    expires_at: time,
  }),
});

export const twoFactorEnableBody = z.object({ code: typedCode });
export const twoFactorEnableReply = z.object({
  data: z.object({
    enabled: z.literal(true),
    recovery_codes: z.array(z.string()).describe("Ten single-use codes, returned only here."),
    ...renewedSession,
  }),
});

/** `code`: of the authenticator, or a recovery code. */
export const twoFactorDisableBody = z.object({ password: typedPassword, code: typedCode.max(64) });
export const twoFactorDisableReply = z.object({
  data: z.object({ enabled: z.literal(false), ...renewedSession }),
});

export const emailChangeBody = z.object({
  email: typed,
  password: typedPassword.nullish(),
  two_factor_code: typedSecondFactor,
  challenge_id: challengeId
    .nullish()
    .describe("Of a recent code for the same address: replaces password and second factor."),
});
export const emailConfirmBody = z.object({ challenge_id: challengeId, code: typedCode });
export const emailConfirmReply = z.object({
  data: z.object({ email: z.string(), ...renewedSession }),
});

/** Everything stored about the member; parts may be added. */
export const exportReply = z.object({ data: z.record(z.string(), z.unknown()) });
