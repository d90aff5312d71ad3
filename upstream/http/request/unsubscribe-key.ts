import { checkOrderToken, orderToken } from "./order-token.ts";

/** No order has this number, so an order token never matches. */
const signedName = (id: string) => `reserve-request:${id}`;

/** The key to unsubscribe from reserve notifications: the request's id and a signature. */
export function unsubscribeKey(secrets: readonly string[], id: string): string {
  return `${id}-${orderToken(secrets, signedName(id), 1)}`;
}

/** The request id of a valid key; null otherwise. */
export function requestOfKey(secrets: readonly string[], key: string): string | null {
  const end = key.lastIndexOf("-");
  const [id, token] = [key.slice(0, Math.max(end, 0)), key.slice(end + 1)];
  return checkOrderToken(secrets, signedName(id), 1, token) ? id : null;
}
