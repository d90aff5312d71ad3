import { z } from "zod/v4";
import { cookieSeconds } from "../auth/cookies/cookie-lifetimes.ts";
import { sealedCookie } from "../auth/cookies/sealed-cookie.server.ts";
import { sessionSecrets } from "../auth/cookies/session-secrets.server.ts";
import { env } from "../env.server.ts";
import type { RouteArgs } from "../http/request/request-facts.ts";
import { consentOfRequest } from "../third-parties/settings.server.ts";
import { partnerCodeIn } from "./partner-code.ts";

const firstTouch = z.object({ code: z.string(), at: z.iso.datetime() });

/** The first partner's link of this browser. Sealed: a planted one with another time or code is not read. */
const cookie = sealedCookie({
  name: "partner",
  schema: firstTouch,
  maxAgeSeconds: cookieSeconds.partner,
  secrets: sessionSecrets,
  secure: env.PUBLIC_ORIGIN?.startsWith("https://") ?? false,
});

/**
 * Which partner this visitor came from, for the calls that place an order or an account: the first link of this browser,
 * else the code that the visit carries in its addresses. Empty without one.
 */
export async function partnerTouch({
  request,
  context,
}: RouteArgs): Promise<{ partner?: string; partner_at?: string }> {
  if (env.AFFILIATES === "off") return {};
  const kept = await cookie.read(request.headers.get("Cookie"), context.receivedAt);
  if (kept) return { partner: kept.code, partner_at: kept.at };
  const carried = partnerCodeIn(new URL(request.url).search);
  return carried === null ? {} : { partner: carried };
}

/** The code that this page's links carry on; null where a cookie remembers it, and without a programme. */
export function carriedPartner(request: Request): string | null {
  return env.AFFILIATES === "on" ? partnerCodeIn(new URL(request.url).search) : null;
}

/** The cookie for a page with a code, if the visitor has agreed to it and has none yet: the first link counts. */
export async function rememberedPartner(request: Request, now: Date): Promise<string | null> {
  if (consentOfRequest(request)?.answer !== "yes") return null;
  return firstPartner(request, new URL(request.url).search, now);
}

/** The same at the moment of a Yes, for the page it was given on. */
export async function firstPartner(request: Request, search: string, now: Date): Promise<string | null> {
  const code = env.AFFILIATES === "on" ? partnerCodeIn(search) : null;
  if (code === null || (await cookie.read(request.headers.get("Cookie"), now))) return null;
  return cookie.write({ code, at: now.toISOString() }, now);
}

/** After a No. */
export const forgetPartner = (): string => cookie.clear();
