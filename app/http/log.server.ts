import { pino, stdTimeFunctions } from "pino";
import { env } from "../settings/env.server.ts";

/** Lines are buffered for this long; a crash loses at most these. */
const flushEveryMs = 200;
const flushAtLength = 15_000;

const output = pino.destination({ dest: 1, sync: false });
let lines = "";

/**
 * The only writer to standard output, shared with an embedded service. Lines are written in batches: one write per line
 * costs more than formatting it.
 */
export const logDestination = {
  write(line: string): void {
    lines += line;
    if (lines.length >= flushAtLength) this.flush();
  },
  flush(): void {
    if (lines === "") return;
    output.write(lines);
    lines = "";
  },
};
setInterval(() => logDestination.flush(), flushEveryMs).unref();
process.once("exit", () => {
  logDestination.flush();
  output.flushSync();
});

/**
 * One JSON object per line, in the service's format. Logs paths, codes and ids, never queries, bodies, cookies or
 * headers.
 */
export const log = pino(
  {
    level: env.LOG_LEVEL,
    base: null,
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: stdTimeFunctions.isoTime,
  },
  logDestination,
);

/** Where the lines of requests go; null when the level excludes them. */
export const requestLines = log.isLevelEnabled("info") ? logDestination : null;
