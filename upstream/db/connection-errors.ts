import { sqlState } from "./retry.ts";

/**
 * Whether an error means that the database is unreachable, shutting down or without space: the statement itself is
 * valid and may be repeated. Covers PostgreSQL and its socket, and the full disk of the embedded database.
 */
export function isDatabaseDown(error: unknown): boolean {
  const code = sqlState(error);
  if (code === "ENOENT") return isOfSocket(error);
  if (code !== undefined) return code.startsWith("08") || connectionErrorCodes.has(code);
  return messagesOf(error).some((message) => connectionErrorTexts.some((texts) => message.includes(texts)));
}

/** Shutdown, crash, start-up, too many connections, a full disk, a failing one, and socket errors of the operating system. */
const connectionErrorCodes = new Set([
  ...["57P01", "57P02", "57P03", "53300", "53100", "58030"],
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH"],
]);

/** The missing file is the server's socket, not a file we read or write. */
function isOfSocket(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("syscall" in error && error.syscall === "connect") || isOfSocket(error.cause);
}

/** Messages of the driver without an error code. */
const connectionErrorTexts = [
  "Connection terminated",
  "timeout exceeded when trying to connect",
  "Client has encountered",
];

function messagesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return [error.message, ...messagesOf(error.cause)];
}
