import { isRouteErrorResponse } from "@remix-run/react";
import { log } from "./log.server.ts";
import type { RouteArgs } from "./request/request-facts.ts";

/**
 * Logs one error with the request id. Neither a visitor who left nor a 4xx that Remix answers is an error, for example for
 * a method without a handler: its status is in the request's own line, and strangers must not be able to fill the log.
 */
export function reportError(error: unknown, args: RouteArgs): void {
  if (args.context.left || (isRouteErrorResponse(error) && error.status < 500)) return;
  log.error({ request_id: args.context.id, path: new URL(args.request.url).pathname, err: error }, "request failed");
}
