/** A browser's subscription, and the public key of ours that it was made with. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string; vapidKey: string };
/** `topic`: a later message replaces an undelivered one of the same topic; at most 32 characters of base64url. */
export type PushMessage = { text: string; topic: string };

/** `gone`: the subscription has ended and can be deleted. `failed`: worth another attempt. */
export type PushResult = "sent" | "gone" | "failed";

/** Sends messages to browsers through the push services of their makers. */
export type WebPush = {
  /** What browsers subscribe with; null where web push is off. */
  publicKey: string | null;
  /** What of a new subscription is wrong; null for one that messages can be sent to. */
  fault(target: PushTarget): "endpoint" | "keys" | "vapidKey" | null;
  /** Never throws. `now` by the push service's clock: real time. */
  send(target: PushTarget, message: PushMessage, now: Date): Promise<PushResult>;
};
