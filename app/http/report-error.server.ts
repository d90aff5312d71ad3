import { log } from "./log.server.ts";
import type { RouteArgs } from "./request/request-facts.ts";

/** Logs one error with the request id; a visitor who left is no error. */
export function reportError(error: unknown, args: RouteArgs): void {
  if (args.context.left) return;
  log.error({ request_id: args.context.id, path: new URL(args.request.url).pathname, err: error }, "request failed");
}
