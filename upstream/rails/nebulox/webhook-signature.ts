import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Standard Webhooks (standardwebhooks.com), symmetric: HMAC-SHA256 over `id.timestamp.body`, base64, after `v1,`. A
 * secret is `whsec_` and the base64 of its bytes. `body` is the raw request body.
 */
export type Stamp = { id: string; timestampSeconds: number };

/** Greatest difference between a timestamp and our clock. */
const toleranceSeconds = 300;

export function signWebhook(secret: string, { id, timestampSeconds }: Stamp, body: Uint8Array): string {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestampSeconds}.`).update(body).digest("base64");
  return `v1,${signature}`;
}

/**
 * The event's id when a signature in its headers matches one of the secrets and the timestamp is current; undefined
 * otherwise, without a reason for an attacker. Constant time.
 */
export function verifiedWebhook(
  secrets: readonly string[],
  headers: Pick<Headers, "get">,
  body: Uint8Array,
  now: Date,
): string | undefined {
  const id = headers.get("webhook-id") ?? "";
  const stamp = headers.get("webhook-timestamp") ?? "";
  if (!/^[\x21-\x7e]{1,200}$/.test(id) || !/^\d{1,12}$/.test(stamp)) return undefined;
  const timestampSeconds = Number(stamp);
  if (Math.abs(now.getTime() / 1000 - timestampSeconds) > toleranceSeconds) return undefined;
  const candidate = (headers.get("webhook-signature") ?? "").split(" ").slice(0, 10);
  const right = secrets.map((secret) => signWebhook(secret, { id, timestampSeconds }, body));
  return right.some((signature) => candidate.some((text) => isSame(text, signature))) ? id : undefined;
}

function isSame(candidate: string, right: string): boolean {
  const [candidateBytes, rightBytes] = [Buffer.from(candidate), Buffer.from(right)];
  return candidateBytes.length === rightBytes.length && timingSafeEqual(candidateBytes, rightBytes);
}
