import { checkOrderToken, orderToken } from "./order-token.ts";

/** No order has such a number, so that no key of one opens the other. */
const named = (id: string) => `reserve-request:${id}`;

/** What a letter about reserves carries to end such letters: the request and a proof that we wrote it. */
export function reserveKey(secrets: readonly string[], id: string): string {
  return `${id}-${orderToken(secrets, named(id), 1)}`;
}

/** The request that the key is for; null for a key that is none. */
export function requestOfKey(secrets: readonly string[], key: string): string | null {
  const end = key.lastIndexOf("-");
  const [id, token] = [key.slice(0, Math.max(end, 0)), key.slice(end + 1)];
  return checkOrderToken(secrets, named(id), 1, token) ? id : null;
}
