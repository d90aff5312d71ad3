import { type DestinationStream, type Logger, pino } from "pino";

/**
 * One JSON object a line. Names of things and codes are logged, never what people wrote: no body, no query, no
 * token. The list below catches what slips in by mistake.
 */
export function createLog(level: string, destination: DestinationStream = pino.destination(1)): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: "[redacted]" },
    serializers: { err: loggedError },
  };
  return pino(options, destination);
}

const secrets = ["token", "orderToken", "authorization", "password", "secret", "email", "account", "address", "body"];

/**
 * For work in the background, which goes on trying: a database that is down for an hour must not fill the disk with
 * the same line. The same trouble at the same place is told once a minute.
 */
export function troubleLog(log: Logger, elapsedMs: () => number): (error: unknown, where: string) => void {
  const told = new Map<string, number>();
  return (error, where) => {
    const trouble = `${where}: ${error instanceof Error ? error.message : String(error)}`;
    const now = elapsedMs();
    if (now - (told.get(trouble) ?? Number.NEGATIVE_INFINITY) < 60_000) return;
    if (told.size > 100) told.clear();
    told.set(trouble, now);
    log.error({ err: error, where }, "background work failed");
  };
}

/** A failed statement carries its values; they are people's. */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const cut = (text: string | undefined) => text?.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, "");
  return {
    type: error.name,
    message: cut(error.message),
    stack: cut(error.stack),
    ...("code" in error ? { code: error.code } : {}),
    ...(error.cause ? { cause: loggedError(error.cause) } : {}),
  };
}
