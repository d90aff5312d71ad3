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
 * What an ID token says; null for anything else. Its signature is not looked at here: whatever is done with the token
 * is done by the service, which checks it first. See docs/decisions/136.
 */
export function claimsOf(tokenId: string): GoogleClaims | null {
  try {
    return claims.safeParse(decodeJwt(tokenId)).data ?? null;
  } catch {
    return null;
  }
}

/** Whether the token was made for this one sign-in, begun in this browser. */
export function isFor(tokenId: string, nonce: string): boolean {
  return claimsOf(tokenId)?.nonce === nonce;
}
