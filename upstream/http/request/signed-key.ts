import type { KeyPurpose } from "../../mail/delivery/mailer.ts";
import { checkOrderToken, orderToken } from "./order-token.ts";

const signedName = (purpose: KeyPurpose, id: string) => `${purpose}:${id}`;

/** A key for the link of an email: an id and a signature. It is good for its purpose and id only, and is stored nowhere. */
export function signedKey(secrets: readonly string[], purpose: KeyPurpose, id: string): string {
  return `${id}-${orderToken(secrets, signedName(purpose, id), 1)}`;
}

/** The id of a valid key; null otherwise. */
export function idOfKey(secrets: readonly string[], purpose: KeyPurpose, key: string): string | null {
  const end = key.lastIndexOf("-");
  const [id, token] = [key.slice(0, Math.max(end, 0)), key.slice(end + 1)];
  return checkOrderToken(secrets, signedName(purpose, id), 1, token) ? id : null;
}
