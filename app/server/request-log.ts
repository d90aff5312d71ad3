import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { headerOf, type Step } from "./visit.ts";

/**
 * Gives each request an id, a trusted proxy's if sent, and logs one line when its response ends. The line contains the
 * path without its query.
 */
export function requestLogStep(log: Logger): Step {
  return (visit) => {
    const { outgoing, facts } = visit;
    facts.id = (visit.viaProxy ? saneId(headerOf(visit, "x-request-id")) : null) ?? randomUUID();
    const { method } = visit;
    outgoing.on("close", () => {
      log.info(
        {
          request_id: facts.id,
          method,
          path: facts.refusal?.path ?? visit.path,
          status: outgoing.statusCode,
          ms: Math.round((performance.now() - facts.receivedMs) * 10) / 10,
          ...(outgoing.writableFinished ? {} : { cut: true }),
        },
        "request",
      );
    });
    return undefined;
  };
}

function saneId(id: string | undefined): string | null {
  return id && /^[\w-]{8,64}$/.test(id) ? id : null;
}
