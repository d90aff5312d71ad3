import { SignJWT } from "jose";
import type { Logger } from "pino";
import type { PushMessage, PushResult, PushTarget, WebPush } from "../../ports/web-push.ts";
import type { UpstreamEnv } from "../../settings/env.ts";
import { areBrowserKeys, encryptMessage, newMessageKeys } from "./encrypt-message.ts";
import { pushEndpoint } from "./push-endpoint.ts";
import { type VapidKey, vapidKeys } from "./vapid-keys.ts";

const withinMs = 5000;
/** How long a push service keeps a message for a browser that is off. */
const keptSeconds = 24 * 3600;
/** Less than the 24 hours that push services accept. */
const tokenSeconds = 12 * 3600;

type PushEnv = Pick<UpstreamEnv, "ACCOUNT_SECRETS" | "SUPPORT_EMAIL" | "WEB_PUSH">;

/** Messages by RFC 8030, encrypted by RFC 8291 and signed by RFC 8292. */
export function webPush(env: PushEnv, log: Logger): WebPush {
  const keys = env.WEB_PUSH === "on" ? vapidKeys(env.ACCOUNT_SECRETS) : [];
  const keyOf = ({ vapidKey }: PushTarget) => keys.find(({ publicKey }) => publicKey === vapidKey);
  return {
    publicKey: keys[0]?.publicKey ?? null,
    fault(target) {
      if (!pushEndpoint(target.endpoint)) return "endpoint";
      if (!areBrowserKeys(target)) return "keys";
      return keyOf(target) ? null : "vapidKey";
    },
    async send(target, message, now) {
      const url = pushEndpoint(target.endpoint);
      const key = keyOf(target);
      // A host or secret that the settings no longer have; another process may have them already or still.
      if (!url || !key) return "failed";
      const token = await vapidToken(url, key, env.SUPPORT_EMAIL, now);
      const status = await post(url, target, message, `vapid t=${token}, k=${key.publicKey}`);
      const result = resultOf(status);
      if (result === "failed") log.warn({ push_service: url.hostname, status }, "a push service took no message");
      return result;
    },
  };
}

/** The subscription has ended, or the push service will never take its messages. */
const ended: readonly number[] = [404, 410];

function resultOf(status: number | null): PushResult {
  if (status === null) return "failed";
  if (ended.includes(status)) return "gone";
  return status >= 200 && status < 300 ? "sent" : "failed";
}

/** A statement for one push service that the request is ours, with an address to write to. */
function vapidToken({ origin }: URL, { privateKey }: VapidKey, email: string, now: Date): Promise<string> {
  return new SignJWT({ aud: origin, sub: `mailto:${email}`, exp: Math.floor(now.getTime() / 1000) + tokenSeconds })
    .setProtectedHeader({ typ: "JWT", alg: "ES256" })
    .sign(privateKey);
}

/** The status of the answer; null for none in time. A redirect is not followed: it could lead anywhere. */
async function post(
  url: URL,
  target: PushTarget,
  { text, topic }: PushMessage,
  authorization: string,
): Promise<number | null> {
  const headers = {
    Authorization: authorization,
    "Content-Encoding": "aes128gcm",
    "Content-Type": "application/octet-stream",
    TTL: String(keptSeconds),
    Topic: topic,
    Urgency: "high",
  };
  const body = new Uint8Array(encryptMessage(text, target, newMessageKeys()));
  try {
    const signal = AbortSignal.timeout(withinMs);
    const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
    await response.body?.cancel();
    return response.status;
  } catch {
    return null;
  }
}
