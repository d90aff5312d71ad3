import { log } from "./log.server.ts";
import type { RouteArgs } from "./request/request-facts.ts";

/** One line for an operator about a fault of ours, with the request's id; a visitor who left is no fault. */
export function reportError(error: unknown, args: RouteArgs): void {
  if (args.context.left) return;
  log.error({ request_id: args.context.id, path: new URL(args.request.url).pathname, err: error }, "request failed");
}
