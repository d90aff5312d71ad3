import { pino } from "pino";
import { env } from "../env.server.ts";

/** Lines are written together; after a crash at most these milliseconds of them are missing. */
const flushEveryMs = 200;

/** The process's one way to its standard output; an embedded service writes its lines there too. */
export const logDestination = pino.destination({ dest: 1, sync: false, minLength: 15_000 });
setInterval(() => logDestination.flush(), flushEveryMs).unref();
process.once("exit", () => logDestination.flushSync());

let written = { ms: 0, text: "" };

/**
 * One JSON object a line, in the service's format. Paths, codes and ids are logged, never a query, a body, a cookie or a
 * header.
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

/** The time as pino puts it into a line. Made once a millisecond: under load many requests end in one. */
function isoTime(): string {
  const nowMs = Date.now();
  if (nowMs !== written.ms) written = { ms: nowMs, text: `,"time":"${new Date(nowMs).toISOString()}"` };
  return written.text;
}
