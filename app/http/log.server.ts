import { pino } from "pino";
import { env } from "../env.server.ts";

/** Lines are buffered for this long; a crash loses at most these. */
const flushEveryMs = 200;

/** The only writer to this process's standard output; an embedded service logs through it too. */
export const logDestination = pino.destination({ dest: 1, sync: false, minLength: 15_000 });
setInterval(() => logDestination.flush(), flushEveryMs).unref();
process.once("exit", () => logDestination.flushSync());

let written = { ms: 0, text: "" };

/**
 * One JSON object per line, in the service's format. Logs paths, codes and ids, never queries, bodies, cookies or
 * headers.
 */
export const log = pino(
  {
    level: env.LOG_LEVEL,
    base: null,
    timestamp: isoTime,
    formatters: { level: (label) => ({ level: label }) },
  },
  logDestination,
);

/** The time in pino's format, cached per millisecond: under load many requests end in one. */
function isoTime(): string {
  const nowMs = Date.now();
  if (nowMs !== written.ms) written = { ms: nowMs, text: `,"time":"${new Date(nowMs).toISOString()}"` };
  return written.text;
}
