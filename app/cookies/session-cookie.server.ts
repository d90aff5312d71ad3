import { z } from "zod/v4";
import type { RequestFacts, RouteArgs } from "../http/request/request-facts.ts";
import { cookieSeconds } from "../settings/cookie-lifetimes.ts";
import { isHttps } from "../settings/env.server.ts";
import { sealedCookie } from "./sealed-cookie.server.ts";
import { sessionSecrets } from "./session-secrets.server.ts";

/** Idle time after which a member is signed out; the cookie expires. */
const idleSeconds = cookieSeconds.session;
/** Maximum length of a session, whatever the service allows. */
const maxSeconds = 24 * 60 * 60;
/** Lifetime of the cookie of a remembered sign-in, used or not. */
const rememberedSeconds = cookieSeconds.remembered;
/** A cookie younger than this is not renewed. */
const freshSeconds = 5 * 60;

const session = sealedCookie<Session>({
  name: "session",
  schema: z.object({
    bearer: z.string().min(1),
    endsAt: z.iso.datetime(),
    sealedAt: z.iso.datetime(),
    remembered: z.boolean().default(false),
  }),
  maxAgeSeconds: idleSeconds,
  secrets: sessionSecrets,
  secure: isHttps,
});

type Session = { bearer: string; endsAt: string; sealedAt: string; remembered: boolean };

/** The token of a signed-in member; it stays on the server. Null for a guest and after either expiry. */
export async function bearerOf(args: RouteArgs): Promise<string | null> {
  return (await sessionOf(args))?.bearer ?? null;
}

/** The Set-Cookie header of a new session. */
export async function openSession(
  args: RouteArgs,
  { bearer, endsAt, remembered = false }: { bearer: string; endsAt: string; remembered?: boolean },
): Promise<string> {
  const now = args.context.receivedAt;
  const longest = remembered ? rememberedSeconds : maxSeconds;
  const latest = new Date(now.getTime() + longest * 1000).toISOString();
  return seal({ bearer, endsAt: endsAt < latest ? endsAt : latest, sealedAt: now.toISOString(), remembered }, now);
}

/** The Set-Cookie header that restarts the idle time; null when the cookie is recent. */
export async function renewedSession(args: RouteArgs): Promise<string | null> {
  const now = args.context.receivedAt;
  const value = await sessionOf(args);
  if (!value || now.getTime() - new Date(value.sealedAt).getTime() < freshSeconds * 1000) return null;
  return seal({ ...value, sealedAt: now.toISOString() }, now);
}

const rotated = new WeakMap<RequestFacts, Session>();

/**
 * The headers after a security change: the service has issued a new token, which the rest of this request uses too.
 * Copies of the earlier cookie stop working.
 */
export async function rotatedSession(
  args: RouteArgs,
  { access_token: bearer, expires_at: endsAt }: { access_token: string; expires_at: string },
): Promise<HeadersInit> {
  const now = args.context.receivedAt;
  const { remembered = false } = (await sessionOf(args)) ?? {};
  const value = { bearer, endsAt, sealedAt: now.toISOString(), remembered };
  rotated.set(args.context, value);
  return { "Set-Cookie": await seal(value, now) };
}

/** The Set-Cookie header that signs this browser out. */
export function endSession(): string {
  return session.clear();
}

/** Whether the browser sent any session cookie, valid or not: then there is something to delete. */
export function hasSessionCookie(request: Request): boolean {
  return request.headers.get("Cookie")?.includes(`${session.name}=`) ?? false;
}

/** Whether a Cookie header has a session that we have sealed and that has not expired. */
export async function hasSessionIn(cookies: string | null, now: Date): Promise<boolean> {
  const value = await session.read(cookies, now);
  return value !== null && new Date(value.endsAt) > now;
}

async function sessionOf(args: RouteArgs): Promise<Session | null> {
  const now = args.context.receivedAt;
  const value = rotated.get(args.context) ?? (await session.read(args.request.headers.get("Cookie"), now));
  return value && new Date(value.endsAt) > now ? value : null;
}

/** The cookie expires after the idle time; a remembered one with its session. */
function seal(value: Session, now: Date): Promise<string> {
  const secondsLeft = Math.floor((new Date(value.endsAt).getTime() - now.getTime()) / 1000);
  return session.write(value, now, value.remembered ? secondsLeft : idleSeconds);
}
