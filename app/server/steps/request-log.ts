import { randomUUID } from "node:crypto";
import { type FrontRequest, headerOf, type Step } from "../front-request.ts";

export type RequestLog = {
  /** Gives each request an id: a trusted proxy's if sent. */
  step: Step;
  /** Notes the request for its line. */
  ended(request: FrontRequest): void;
  /** Writes the buffered lines. */
  flush(): void;
};

/** Takes whole lines. */
export type LogOutput = { write(lines: string): void };

type Ended = { request: FrontRequest; atMs: number; tookMs: number };

/** Lines are made in batches: one made between two responses costs four times as much. */
const linesAtOnce = 100;
const longestWaitMs = 100;

/**
 * Logs one line per request, with its path but without its query, in the format of the log. Pino would take an eighth of
 * the time of a cached page to format it. `output` is null when the log level excludes such lines.
 */
export function requestLog(output: LogOutput | null): RequestLog {
  let ended: Ended[] = [];
  let waiting: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(waiting);
    waiting = undefined;
    let lines = "";
    for (const request of ended) lines += lineOf(request);
    ended = [];
    if (lines !== "") output?.write(lines);
  };
  return {
    flush,
    step(request) {
      const { facts } = request;
      facts.id = (request.viaProxy ? validId(headerOf(request, "x-request-id")) : null) ?? randomUUID();
      return undefined;
    },
    ended(request) {
      if (!output) return;
      ended.push({ request, atMs: Date.now(), tookMs: performance.now() - request.facts.receivedMs });
      if (ended.length >= linesAtOnce) flush();
      else waiting ??= setTimeout(flush, longestWaitMs).unref();
    },
  };
}

/** Neither an id nor a method can contain a character that JSON escapes. */
function lineOf({ request, atMs, tookMs }: Ended): string {
  const { facts, incoming, outgoing } = request;
  const path = JSON.stringify(facts.refusal?.path ?? request.path);
  const ms = Math.round(tookMs * 10) / 10;
  const cut = outgoing.writableFinished ? "" : ',"cut":true';
  return `{"level":"info","time":"${isoTime(atMs)}","request_id":"${facts.id}","method":"${incoming.method}","path":${path},"status":${outgoing.statusCode},"ms":${ms}${cut},"msg":"request"}\n`;
}

let lastMs = 0;
let lastTime = "";

/** Formatted once per millisecond. */
function isoTime(atMs: number): string {
  if (atMs !== lastMs) [lastMs, lastTime] = [atMs, new Date(atMs).toISOString()];
  return lastTime;
}

function validId(id: string | undefined): string | null {
  return id && /^[\w-]{8,64}$/.test(id) ? id : null;
}
