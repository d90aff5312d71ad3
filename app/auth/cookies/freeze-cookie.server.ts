import { z } from "zod/v4";
import { sealedCookie } from "../../cookies/sealed-cookie.server.ts";
import { sessionSecrets } from "../../cookies/session-secrets.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { cookieSeconds } from "../../settings/cookie-lifetimes.ts";
import { isHttps } from "../../settings/env.server.ts";

/** `link`: the key of an email's “this was not me”, before its button is pressed. `freeze`: shows the freeze, after it. */
const cookieValue = z.object({ what: z.enum(["link", "freeze"]), key: z.string() });

/** So that neither key stays in an address, where a history, a log or a screenshot would keep it. */
const cookie = sealedCookie({
  name: "frozen",
  schema: cookieValue,
  maxAgeSeconds: cookieSeconds.frozen,
  secrets: sessionSecrets,
  secure: isHttps,
});

/** The key that this browser has for one of the two, if any. */
export async function freezeKey(args: RouteArgs, what: "link" | "freeze"): Promise<string | null> {
  const value = await cookie.read(args.request.headers.get("Cookie"), args.context.receivedAt);
  return value?.what === what ? value.key : null;
}

export function keepFreezeKey(args: RouteArgs, what: "link" | "freeze", key: string): Promise<string> {
  return cookie.write({ what, key }, args.context.receivedAt);
}
