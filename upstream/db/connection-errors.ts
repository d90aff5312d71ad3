import { sqlState } from "./retry.ts";

/**
 * Whether an error says that the database cannot be reached now, or is about to end: nothing is wrong with what was
 * asked, and it may be asked again. Of PostgreSQL and of the socket below it; the embedded database is never away.
 */
export function isDatabaseAway(error: unknown): boolean {
  const code = sqlState(error);
  if (code === "ENOENT") return isOfSocket(error);
  if (code !== undefined) return code.startsWith("08") || awayCodes.has(code);
  return messagesOf(error).some((message) => awayWords.some((words) => message.includes(words)));
}

/** Shutting down, crashed, starting; too many connections; and what the system says of a socket. */
const awayCodes = new Set([
  ...["57P01", "57P02", "57P03", "53300"],
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH"],
]);

/** The file that is missing is the server's socket, not one that we read or write. */
function isOfSocket(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("syscall" in error && error.syscall === "connect") || isOfSocket(error.cause);
}

/** The driver has no codes for these. */
const awayWords = ["Connection terminated", "timeout exceeded when trying to connect", "Client has encountered"];

function messagesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return [error.message, ...messagesOf(error.cause)];
}
