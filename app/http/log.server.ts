import { pino, stdTimeFunctions } from "pino";
import { env } from "../env.server.ts";

/** Lines are written together; after a crash at most these milliseconds of them are missing. */
const flushEveryMs = 200;

/** The process's one way to its standard output; an embedded service writes its lines there too. */
export const logDestination = pino.destination({ dest: 1, sync: false, minLength: 4096 });
setInterval(() => logDestination.flush(), flushEveryMs).unref();
process.once("exit", () => logDestination.flushSync());

/**
 * One JSON object a line, in the service's format. Paths, codes and ids are logged, never a query, a body, a cookie or a
 * header.
 */
export const log = pino(
  {
    level: env.LOG_LEVEL,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  },
  logDestination,
);
