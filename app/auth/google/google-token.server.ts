import { decodeJwt } from "jose";
import { z } from "zod/v4";

const claims = z.object({
  sub: z.string(),
  exp: z.number(),
  email: z.string().default(""),
  nonce: z.string().nullish(),
});
export type GoogleClaims = z.infer<typeof claims>;

/**
 * The claims of an ID token, or null. The signature is not verified here: the service verifies it before it acts on the
 * token. See docs/decisions/136.
 */
export function claimsOf(tokenId: string): GoogleClaims | null {
  try {
    return claims.safeParse(decodeJwt(tokenId)).data ?? null;
  } catch {
    return null;
  }
}

/** Whether the token belongs to this sign-in, started in this browser. */
export function isFor(tokenId: string, nonce: string): boolean {
  return claimsOf(tokenId)?.nonce === nonce;
}
