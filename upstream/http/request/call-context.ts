import type { Logger } from "pino";
import type { Context } from "../../ports/context.ts";

/** The context of one call: its log writes the call's id into each line. Other work keeps the service's own context. */
export function callContext(ctx: Context, requestId: string): Context {
  let log: Logger | undefined;
  return {
    ...ctx,
    // Most calls log nothing: the logger is made with its first line.
    get log() {
      log ??= ctx.log.child({ request_id: requestId });
      return log;
    },
  };
}
