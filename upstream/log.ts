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
