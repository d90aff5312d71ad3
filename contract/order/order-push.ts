import { z } from "zod/v4";

/** A push subscription as a browser's PushManager returns it (RFC 8030, RFC 8291); keys in base64url. */
export const pushSubscription = z.object({
  endpoint: z.string().max(1000).describe("The address at the browser maker's push service."),
  p256dh: z.string().max(100).describe("The browser's public key, 65 bytes."),
  auth: z.string().max(40).describe("The browser's authentication secret, 16 bytes."),
});
export type PushSubscription = z.infer<typeof pushSubscription>;

export const pushSubscribeBody = z.object({
  ref: z.string(),
  subscription: pushSubscription,
  key: z.string().max(100).describe("`push_key` of the order that the browser subscribed with."),
});

/** SHA-256 in base64url. */
export const pushQuery = z.object({
  ref: z.string(),
  id: z
    .string()
    .regex(/^[\w-]{43}$/, { error: "invalid" })
    .describe("SHA-256 of the subscription's endpoint, in base64url."),
});

export const pushReply = z.object({
  data: z.object({ active: z.boolean().describe("Whether this browser is told about this order.") }),
});
