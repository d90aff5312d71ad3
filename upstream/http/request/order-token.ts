import { createHmac, timingSafeEqual } from "node:crypto";
import { base32nopad } from "@scure/base";

/** 26 characters of base 32 are 130 bits: nobody finds one by trying. */
const tokenLength = 26;

/**
 * The capability that opens one order, of which the database keeps only the generation: a letter can always carry a
 * working link, and a stolen database opens nothing. Made with the newest secret. See docs/decisions/030.
 */
export function orderToken(secrets: readonly string[], ref: string, generation: number): string {
  const [newest] = secrets;
  if (newest === undefined) throw new Error("Order tokens need a secret");
  return sign(newest, ref, generation);
}

/** Whether one of the secrets made the token. Takes the same time for every wrong one. */
export function checkOrderToken(secrets: readonly string[], ref: string, generation: number, token: string): boolean {
  const given = Buffer.from(token);
  return secrets.reduce((found, secret) => {
    const right = Buffer.from(sign(secret, ref, generation));
    return (given.length === right.length && timingSafeEqual(given, right)) || found;
  }, false);
}

function sign(secret: string, ref: string, generation: number): string {
  const mac = createHmac("sha256", secret).update(`order-token:${ref}:${generation}`).digest();
  return base32nopad.encode(mac).slice(0, tokenLength).toLowerCase();
}
