import { embeddedUpstream } from "../../upstream/embedded.ts";
import { env } from "../env.server.ts";
import type { Send } from "./call.server.ts";
import type { Destination } from "./wire.server.ts";

/**
 * The way to the service, and the only file that may import it: over HTTP to API_BASE_URL, or without that setting
 * to the embedded one in this process. See docs/decisions/004 and the walls in docs/architecture.md.
 */
const embedded = env.API_BASE_URL ? null : await embeddedUpstream();

export const send: Send = embedded ? (request) => embedded.fetch(request) : (request) => fetch(request);

export const destination: Destination = {
  baseUrl: env.API_BASE_URL ?? "http://upstream.internal",
  clientId: env.API_CLIENT_ID,
  clientSecret: env.API_CLIENT_SECRET,
};
