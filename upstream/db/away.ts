import { sqlState } from "./retry.ts";

/**
 * Whether an error says that the database cannot be reached now, or is about to end: nothing is wrong with what was
 * asked, and it may be asked again. Of PostgreSQL and of the socket below it; the embedded database is never away.
 */
export function isDatabaseAway(error: unknown): boolean {
  const code = sqlState(error);
  if (code !== undefined) return code.startsWith("08") || awayCodes.has(code);
  return messagesOf(error).some((message) => awayWords.some((words) => message.includes(words)));
}

/** Shutting down, crashed, starting; too many connections; and what the system says of a socket. */
const awayCodes = new Set([
  ...["57P01", "57P02", "57P03", "53300"],
  ...["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH"],
]);

/** The driver has no codes for these. */
const awayWords = ["Connection terminated", "timeout exceeded when trying to connect", "Client has encountered"];

function messagesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return [error.message, ...messagesOf(error.cause)];
}
