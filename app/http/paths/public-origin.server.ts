import { env } from "../../env.server.ts";

/**
 * The origin that visitors see, for every absolute address. Behind a proxy the request does not know it, so it is
 * a setting; without one the site only answers this machine and the request's own host will do.
 */
export function publicOrigin(request: Request): string {
  return env.PUBLIC_ORIGIN ?? new URL(request.url).origin;
}
