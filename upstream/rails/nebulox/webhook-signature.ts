import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Standard Webhooks (standardwebhooks.com), symmetric: HMAC-SHA256 over `id.timestamp.body`, base64, after `v1,`. A
 * secret is `whsec_` and the base64 of its bytes. `body` is what went over the wire, byte for byte.
 */
export type Stamp = { id: string; timestampSeconds: number };

/** How old, or how far ahead of our clock, a stamp may be. */
const toleranceSeconds = 300;

export function signWebhook(secret: string, { id, timestampSeconds }: Stamp, body: Uint8Array): string {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestampSeconds}.`).update(body).digest("base64");
  return `v1,${signature}`;
}

/**
 * The event's id, when one of the signatures in its headers is by one of the secrets and the stamp is of now;
 * undefined else, for whatever reason: whoever is not the gateway learns nothing. Takes as long for any signature.
 */
export function verifiedWebhook(
  secrets: readonly string[],
  headers: Headers,
  body: Uint8Array,
  now: Date,
): string | undefined {
  const id = headers.get("webhook-id") ?? "";
  const stamp = headers.get("webhook-timestamp") ?? "";
  if (!/^[\x21-\x7e]{1,200}$/.test(id) || !/^\d{1,12}$/.test(stamp)) return undefined;
  const timestampSeconds = Number(stamp);
  if (Math.abs(now.getTime() / 1000 - timestampSeconds) > toleranceSeconds) return undefined;
  const given = (headers.get("webhook-signature") ?? "").split(" ").slice(0, 10);
  const right = secrets.map((secret) => signWebhook(secret, { id, timestampSeconds }, body));
  return right.some((signature) => given.some((text) => isSame(text, signature))) ? id : undefined;
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
