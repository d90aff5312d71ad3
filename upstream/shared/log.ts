import { type DestinationStream, type Logger, pino } from "pino";

/**
 * One JSON object per line. Only ids and codes are logged, never user input: no body, no query, no token. The list
 * below redacts what is logged by mistake.
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
 * For background work that keeps retrying: the same error at the same place is logged once a minute, so that an outage
 * does not fill the disk.
 */
export function errorLog(log: Logger, elapsedMs: () => number): (error: unknown, where: string) => void {
  const lastLogged = new Map<string, number>();
  return (error, where) => {
    const key = `${where}: ${error instanceof Error ? error.message : String(error)}`;
    const now = elapsedMs();
    if (now - (lastLogged.get(key) ?? Number.NEGATIVE_INFINITY) < 60_000) return;
    if (lastLogged.size > 100) lastLogged.clear();
    lastLogged.set(key, now);
    log.error({ err: error, where }, "background work failed");
  };
}

/** A failed statement includes its values, which are personal data. */
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
