import { z } from "zod/v4";
import { env } from "../../env.server.ts";
import type { RequestFacts, RouteArgs } from "../../http/request/request-facts.ts";
import { sealedCookie } from "./sealed-cookie.server.ts";
import { sessionSecrets } from "./session-secrets.server.ts";

/** Whoever opens no page for so long is signed out; the cookie goes by itself. */
const idleSeconds = 60 * 60;
/** Whatever the service allows, nobody stays signed in for longer. */
const longestSeconds = 24 * 60 * 60;
/** Whoever asked to be remembered, in use or not: so long the browser keeps the cookie. */
const rememberedSeconds = 30 * 24 * 60 * 60;
/** A page need not seal the cookie anew as long as it is this young. */
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
  secure: env.PUBLIC_ORIGIN?.startsWith("https://") ?? false,
});

type Session = { bearer: string; endsAt: string; sealedAt: string; remembered: boolean };

/** The token of a signed-in member; it stays on the server. Null for a guest, and when either of the two ends has come. */
export async function bearerOf(args: RouteArgs): Promise<string | null> {
  return (await sessionOf(args))?.bearer ?? null;
}

/** The Set-Cookie header of a new session. */
export async function openSession(
  args: RouteArgs,
  { bearer, endsAt, remembered = false }: { bearer: string; endsAt: string; remembered?: boolean },
): Promise<string> {
  const now = args.context.receivedAt;
  const longest = remembered ? rememberedSeconds : longestSeconds;
  const latest = new Date(now.getTime() + longest * 1000).toISOString();
  return seal({ bearer, endsAt: endsAt < latest ? endsAt : latest, sealedAt: now.toISOString(), remembered }, now);
}

/** The Set-Cookie header that counts the idle hour from now; null where that would change next to nothing. */
export async function renewedSession(args: RouteArgs): Promise<string | null> {
  const now = args.context.receivedAt;
  const value = await sessionOf(args);
  if (!value || now.getTime() - new Date(value.sealedAt).getTime() < freshSeconds * 1000) return null;
  return seal({ ...value, sealedAt: now.toISOString() }, now);
}

const rotated = new WeakMap<RequestFacts, Session>();

/**
 * The headers of a session whose holder has just changed what guards the account: the service has given it another
 * token, with which the rest of this request goes on too. A copy of the cookie from before opens nothing any more.
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

/** Whether the browser sent a session of any kind, also one that does not open: then there is something to remove. */
export function hasSessionCookie(request: Request): boolean {
  return request.headers.get("Cookie")?.includes(`${session.name}=`) ?? false;
}

async function sessionOf(args: RouteArgs): Promise<Session | null> {
  const now = args.context.receivedAt;
  const value = rotated.get(args.context) ?? (await session.read(args.request.headers.get("Cookie"), now));
  return value && new Date(value.endsAt) > now ? value : null;
}

/** The cookie counts the idle hour; a remembered one lives as long as its session. */
function seal(value: Session, now: Date): Promise<string> {
  const secondsLeft = Math.floor((new Date(value.endsAt).getTime() - now.getTime()) / 1000);
  return session.write(value, now, value.remembered ? secondsLeft : idleSeconds);
}
