import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { headerOf, type Step, type Visit } from "../visit.ts";

export type RequestLog = {
  /** Gives each request an id, a trusted proxy's if sent, and notes when its response ends. */
  step: Step;
  /** Writes the buffered lines. */
  flush(): void;
};

type Ended = { visit: Visit; method: string; atMs: number; tookMs: number };

/** Lines are made in batches: one made between two responses costs four times as much. */
const linesAtOnce = 100;
const longestWaitMs = 100;

/**
 * Logs one line per request, with its path but without its query. The lines contain their own `time`, so `log` must not
 * add one.
 */
export function requestLog(log: Logger): RequestLog {
  let ended: Ended[] = [];
  let waiting: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(waiting);
    waiting = undefined;
    const lines = ended;
    ended = [];
    for (const one of lines) log.info(lineOf(one), "request");
  };
  return {
    flush,
    step(visit) {
      const { facts, method } = visit;
      facts.id = (visit.viaProxy ? saneId(headerOf(visit, "x-request-id")) : null) ?? randomUUID();
      visit.outgoing.on("close", () => {
        ended.push({ visit, method, atMs: Date.now(), tookMs: performance.now() - facts.receivedMs });
        if (ended.length >= linesAtOnce) flush();
        else waiting ??= setTimeout(flush, longestWaitMs).unref();
      });
      return undefined;
    },
  };
}

function lineOf({ visit, method, atMs, tookMs }: Ended): Record<string, unknown> {
  const { facts, outgoing, path } = visit;
  return {
    time: new Date(atMs).toISOString(),
    request_id: facts.id,
    method,
    path: facts.refusal?.path ?? path,
    status: outgoing.statusCode,
    ms: Math.round(tookMs * 10) / 10,
    ...(outgoing.writableFinished ? {} : { cut: true }),
  };
}

function saneId(id: string | undefined): string | null {
  return id && /^[\w-]{8,64}$/.test(id) ? id : null;
}
