import { createRemoteJWKSet, errors, jwtVerify } from "jose";
import { z } from "zod/v4";
import type { Context } from "../../ports/context.ts";
import { type Refusal, refuse } from "../../shared/rules/refusal.ts";

/** The claims of an ID token. */
export type GoogleClaims = {
  subject: string;
  email: string;
  isVerified: boolean;
  name: string | null;
  expiresAt: Date;
};

const claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().min(3).max(320),
  email_verified: z.union([z.boolean(), z.enum(["true", "false"])]).default(false),
  name: z.string().nullish(),
  exp: z.number(),
});

const issuers = ["https://accounts.google.com", "accounts.google.com"];
const keysUrl = new URL("https://www.googleapis.com/oauth2/v3/certs");
const toleranceSeconds = 60;
const keysWithinMs = 3000;

/**
 * Verifies an ID token: signature, issuer, audience, expiry. `invalid_credentials` when invalid; `not_available`
 * without a client id; `maintenance` while the keys cannot be fetched. The website checks the nonce it created.
 */
export async function readIdToken(
  { env, clock }: Pick<Context, "env" | "clock">,
  token: string,
): Promise<GoogleClaims | Refusal> {
  if (env.GOOGLE_CLIENT_ID === undefined) return refuse("not_available");
  // Google uses real time, whatever offset the sandbox's clock has.
  const currentDate = new Date(clock.now().getTime() - clock.offsetSeconds() * 1000);
  try {
    const { payload } = await jwtVerify(token, keysFor(env), {
      issuer: [...issuers],
      audience: env.GOOGLE_CLIENT_ID,
      algorithms: ["RS256"],
      requiredClaims: ["exp", "sub", "email"],
      clockTolerance: toleranceSeconds,
      currentDate,
    });
    const read = claims.safeParse(payload);
    if (!read.success) return refuse("invalid_credentials");
    const { sub, email, email_verified, name, exp } = read.data;
    const isVerified = email_verified === true || email_verified === "true";
    return {
      subject: sub,
      email,
      isVerified,
      name: name ?? null,
      expiresAt: new Date((exp + toleranceSeconds) * 1000),
    };
  } catch (error) {
    return refuse(isAboutToken(error) ? "invalid_credentials" : "maintenance");
  }
}

/** Any other error concerns the keys: not available, or invalid. */
function isAboutToken(error: unknown): boolean {
  const codes = [
    errors.JWTClaimValidationFailed.code,
    errors.JWTExpired.code,
    errors.JWTInvalid.code,
    errors.JWSInvalid.code,
    errors.JWSSignatureVerificationFailed.code,
    errors.JOSEAlgNotAllowed.code,
    errors.JOSENotSupported.code,
    errors.JWKSNoMatchingKey.code,
  ];
  return error instanceof errors.JOSEError && codes.includes(error.code);
}

/** Google's keys, by service. They are fetched when a token names an unknown one, with a minimum interval. */
const keySets = new WeakMap<Context["env"], ReturnType<typeof createRemoteJWKSet>>();

function keysFor(env: Context["env"]) {
  const keySet = keySets.get(env) ?? createRemoteJWKSet(keysUrl, { timeoutDuration: keysWithinMs });
  keySets.set(env, keySet);
  return keySet;
}
