import { createHmac, timingSafeEqual } from "node:crypto";
import { base32nopad } from "@scure/base";

/** 26 characters of base 32 are 130 bits: not guessable. */
const tokenLength = 26;

/**
 * The token that opens one order. The database stores only its generation: an email can always include a working link,
 * and a stolen database opens nothing. Made with the newest secret. See docs/decisions/030.
 */
export function orderToken(secrets: readonly string[], ref: string, generation: number): string {
  const [newest] = secrets;
  if (newest === undefined) throw new Error("Order tokens need a secret");
  return sign(newest, ref, generation);
}

/** What the token of an emailed link depends on: another address than the one it was sent to makes another token. */
type EmailedOrder = { ref: string; tokenGeneration: number; email: string | null };

/** The token of an order's link in an email to its address. It opens the order, and its use proves the mailbox. */
export function orderEmailToken(secrets: readonly string[], order: EmailedOrder): string {
  return orderToken(secrets, emailedName(order), order.tokenGeneration);
}

export function checkOrderEmailToken(secrets: readonly string[], order: EmailedOrder, token: string): boolean {
  return order.email !== null && checkOrderToken(secrets, emailedName(order), order.tokenGeneration, token);
}

/** No order has such a number, so the token of a browser never matches. */
const emailedName = ({ ref, email }: EmailedOrder) => `emailed:${ref}:${(email ?? "").toLowerCase()}`;

/** Whether one of the secrets made the token. Constant time for wrong ones. */
export function checkOrderToken(secrets: readonly string[], ref: string, generation: number, token: string): boolean {
  const candidate = Buffer.from(token);
  return secrets.reduce((isMatch, secret) => {
    const right = Buffer.from(sign(secret, ref, generation));
    return (candidate.length === right.length && timingSafeEqual(candidate, right)) || isMatch;
  }, false);
}

function sign(secret: string, ref: string, generation: number): string {
  const mac = createHmac("sha256", secret).update(`order-token:${ref}:${generation}`).digest();
  return base32nopad.encode(mac).slice(0, tokenLength).toLowerCase();
}
