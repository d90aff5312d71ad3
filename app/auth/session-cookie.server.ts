import { z } from "zod/v4";
import { env } from "../env.server.ts";
import { factsOf } from "../http/request-facts.server.ts";
import { sealedCookie } from "./sealed-cookie.server.ts";
import { sessionSecrets } from "./session-secrets.server.ts";

/** Whoever opens no page for so long is signed out; the cookie goes by itself. */
const idleSeconds = 60 * 60;
/** Whatever the service allows, nobody stays signed in for longer. */
const longestSeconds = 24 * 60 * 60;
/** A page need not seal the cookie anew as long as it is this young. */
const freshSeconds = 5 * 60;

const session = sealedCookie({
  name: "session",
  schema: z.object({ bearer: z.string().min(1), endsAt: z.iso.datetime(), sealedAt: z.iso.datetime() }),
  maxAgeSeconds: idleSeconds,
  secrets: sessionSecrets,
  secure: env.PUBLIC_ORIGIN?.startsWith("https://") ?? false,
});

/** The token of a signed-in member; it stays on the server. Null for a guest, and when either of the two ends has come. */
export async function bearerOf(request: Request): Promise<string | null> {
  return (await sessionOf(request))?.bearer ?? null;
}

/** The Set-Cookie header of a new session, at sign-in and when the service hands out another token. */
export async function openSession(request: Request, bearer: string, endsAt: string): Promise<string> {
  const now = factsOf(request).receivedAt;
  const latest = new Date(now.getTime() + longestSeconds * 1000).toISOString();
  return session.write({ bearer, endsAt: endsAt < latest ? endsAt : latest, sealedAt: now.toISOString() }, now);
}

/** The Set-Cookie header that counts the idle hour from now; null where that would change next to nothing. */
export async function renewedSession(request: Request): Promise<string | null> {
  const now = factsOf(request).receivedAt;
  const value = await sessionOf(request);
  if (!value || now.getTime() - new Date(value.sealedAt).getTime() < freshSeconds * 1000) return null;
  return session.write({ ...value, sealedAt: now.toISOString() }, now);
}

/** The header of a session whose holder has just changed what guards the account: a copy made before is an older one. */
export async function sealedAnew(request: Request): Promise<HeadersInit> {
  const now = factsOf(request).receivedAt;
  const value = await sessionOf(request);
  return value ? { "Set-Cookie": await session.write({ ...value, sealedAt: now.toISOString() }, now) } : {};
}

/** The Set-Cookie header that signs this browser out. */
export function endSession(): string {
  return session.clear();
}

/** Whether the browser sent a session of any kind, also one that does not open: then there is something to remove. */
export function hasSessionCookie(request: Request): boolean {
  return request.headers.get("Cookie")?.includes(`${session.name}=`) ?? false;
}

async function sessionOf(request: Request) {
  const now = factsOf(request).receivedAt;
  const value = await session.read(request.headers.get("Cookie"), now);
  return value && new Date(value.endsAt) > now ? value : null;
}
