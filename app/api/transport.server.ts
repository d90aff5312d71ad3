import { env } from "../env.server.ts";
import { logDestination } from "../http/log.server.ts";
import type { Send } from "./call.server.ts";
import type { Destination } from "./wire.server.ts";

/**
 * The way to the service, and the only file that may import it: over HTTP to API_BASE_URL, or without that setting
 * to the embedded one in this process, opened once (on globalThis: development loads this module repeatedly).
 */
declare global {
  var kursaService: ReturnType<typeof openEmbedded> | undefined;
}

async function openEmbedded() {
  // Imported only when it is wanted: over HTTP there is no database in this process.
  const { embeddedUpstream } = await import("../../upstream/embedded.ts");
  return embeddedUpstream(logDestination);
}

function embedded(): ReturnType<typeof openEmbedded> {
  globalThis.kursaService ??= openEmbedded();
  return globalThis.kursaService;
}

export const send: Send = async (request) => {
  // A service that redirects is not the service: its answer is refused instead of followed with our headers.
  if (env.API_BASE_URL) return fetch(request, { redirect: "manual" });
  return (await embedded()).fetch(request);
};

/**
 * A call that reached the website from outside, as coming from `address`. Null when the service has an address of its
 * own: calls are then forwarded to it.
 */
export const serve = env.API_BASE_URL
  ? null
  : async (request: Request, address: string | null) =>
      (await embedded()).fetch(request, { address, isTrusted: false });

export const destination: Destination = {
  baseUrl: env.API_BASE_URL ?? "http://upstream.internal",
  clientId: env.API_CLIENT_ID,
  clientSecret: env.API_CLIENT_SECRET,
  inProcess: env.API_BASE_URL === undefined,
};

export type EmbeddedService = Awaited<ReturnType<typeof openEmbedded>>;

/**
 * Resolves to the service of this process when it can answer, so that the site listens only then; to null where the
 * service has an address of its own.
 */
export async function startService(): Promise<EmbeddedService | null> {
  return env.API_BASE_URL ? null : embedded();
}

export async function stopService(): Promise<void> {
  await (await globalThis.kursaService)?.stop();
}

/** Whether the service can do its work now. */
export async function serviceReady(): Promise<boolean> {
  if (!env.API_BASE_URL) return (await embedded()).ready();
  const answer = await fetch(new URL("/readyz", env.API_BASE_URL), { signal: AbortSignal.timeout(1500) }).catch(
    () => null,
  );
  return answer?.ok === true;
}
