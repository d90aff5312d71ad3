import { createHmac, timingSafeEqual } from "node:crypto";
import { base32nopad } from "@scure/base";

/** 26 characters of base 32 are 130 bits: not guessable. */
const tokenLength = 26;

/**
 * The token that opens one order. The database stores only its generation: an e-mail can always include a working link,
 * and a stolen database opens nothing. Made with the newest secret. See docs/decisions/030.
 */
export function orderToken(secrets: readonly string[], ref: string, generation: number): string {
  const [newest] = secrets;
  if (newest === undefined) throw new Error("Order tokens need a secret");
  return sign(newest, ref, generation);
}

/** Whether one of the secrets made the token. Constant time for wrong ones. */
export function checkOrderToken(secrets: readonly string[], ref: string, generation: number, token: string): boolean {
  const candidate = Buffer.from(token);
  return secrets.reduce((found, secret) => {
    const right = Buffer.from(sign(secret, ref, generation));
    return (candidate.length === right.length && timingSafeEqual(candidate, right)) || found;
  }, false);
}

function sign(secret: string, ref: string, generation: number): string {
  const mac = createHmac("sha256", secret).update(`order-token:${ref}:${generation}`).digest();
  return base32nopad.encode(mac).slice(0, tokenLength).toLowerCase();
}
