import { randomBytes } from "node:crypto";
import { z } from "zod/v4";
import { sealedCookie } from "../../cookies/sealed-cookie.server.ts";
import { sessionSecrets } from "../../cookies/session-secrets.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { cookieSeconds } from "../../settings/cookie-lifetimes.ts";
import { isHttps } from "../../settings/env.server.ts";

/** The nonce is set when Google's button is rendered, which may be long before it is pressed. */
const maxAgeSeconds = cookieSeconds.googleNonce;

const cookie = sealedCookie({
  name: "google-nonce",
  schema: z.string(),
  maxAgeSeconds,
  secrets: sessionSecrets,
  secure: isHttps,
});

/** A nonce for Google's button and the Set-Cookie header that stores it, unreadable for scripts. */
export async function newNonce(args: RouteArgs): Promise<{ nonce: string; header: string }> {
  const nonce = randomBytes(32).toString("base64url");
  return { nonce, header: await cookie.write(nonce, args.context.receivedAt) };
}

export function keptNonce(args: RouteArgs): Promise<string | null> {
  return cookie.read(args.request.headers.get("Cookie"), args.context.receivedAt);
}

/** The Set-Cookie header after use: the nonce is single-use. */
export function forgetNonce(): string {
  return cookie.clear();
}
