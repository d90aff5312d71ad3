import { z } from "zod/v4";
import { env } from "../env.server.ts";
import { factsOf } from "../http/request-facts.server.ts";
import { sealedCookie } from "./sealed-cookie.server.ts";
import { sessionSecrets } from "./session-secrets.server.ts";

const idleSeconds = 60 * 60;

const session = sealedCookie({
  name: "session",
  schema: z.object({ bearer: z.string().min(1), endsAt: z.iso.datetime() }),
  maxAgeSeconds: idleSeconds,
  secrets: sessionSecrets,
  secure: env.PUBLIC_ORIGIN?.startsWith("https://") ?? false,
});

/** The token of a signed-in member; it stays on the server. Null for a guest, and when either of the two ends has come. */
export async function bearerOf(request: Request): Promise<string | null> {
  const now = factsOf(request).receivedAt;
  const value = await session.read(request.headers.get("Cookie"), now);
  return value && new Date(value.endsAt) > now ? value.bearer : null;
}
