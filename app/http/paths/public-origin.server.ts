import { env } from "../../settings/env.server.ts";

/**
 * The public origin for absolute addresses. Behind a proxy the request does not show it, so it is a setting; without it
 * the site serves this machine only, and the request's host is used.
 */
export function publicOrigin(request: Request): string {
  return env.PUBLIC_ORIGIN ?? new URL(request.url).origin;
}
