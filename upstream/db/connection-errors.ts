import { sqlState } from "./retry.ts";

/**
 * Whether an error means that the database cannot work on our connection now: unreachable, shutting down, without space,
 * read-only, silent for too long, or unable to say whether a commit lasts. The statement itself is valid and may be
 * repeated, on another connection. Covers PostgreSQL and its socket, and the full disk of the embedded database.
 */
export function isDatabaseDown(error: unknown): boolean {
  const code = sqlState(error);
  if (code === "ENOENT") return isOfSocket(error);
  if (code !== undefined) return connectionErrorClasses.test(code) || connectionErrorCodes.has(code);
  return messagesOf(error).some((message) => connectionErrorTexts.some((texts) => message.includes(texts)));
}

/**
 * Committed, but no synchronous standby has confirmed it: the order may be lost with this server. The caller repeats its
 * call with the same idempotency key and is answered once that is settled.
 */
export class OutcomeUnknown extends Error {
  /** transaction_resolution_unknown */
  readonly code = "08007";
  constructor() {
    super("The wait for the synchronous standby was cancelled: the outcome of this transaction is unknown.");
  }
}

/** Connection exceptions; shutdown, crash, start-up, an idle session ended. */
const connectionErrorClasses = /^(08|57P0)/;

const connectionErrorCodes = new Set([
  // A standby, or a primary that was made read-only: the balancer still points at it.
  "25006",
  // The transaction was idle for too long; a statement ran for too long and was cancelled.
  ...["25P03", "57014"],
  // Too many connections, a full disk, a failing one.
  ...["53300", "53100", "58030"],
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH"],
]);

/** The missing file is the server's socket, not a file we read or write. */
function isOfSocket(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("syscall" in error && error.syscall === "connect") || isOfSocket(error.cause);
}

/** The driver's own error for a statement without an answer in time. */
const queryTimeout = "Query read timeout";

export function isQueryTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === queryTimeout;
}

/** The pool's own error: all its connections stayed in use. It says another thing where the server cannot be reached. */
const poolTimeout = "timeout exceeded when trying to connect";

/** Whether a statement or transaction got no connection of the pool in time: none of it has run. */
export function isPoolTimeout(error: unknown): boolean {
  return messagesOf(error).includes(poolTimeout);
}

/** Messages of the driver without an error code. */
const connectionErrorTexts = [
  queryTimeout,
  "Connection terminated",
  poolTimeout,
  "timeout expired",
  "Client has encountered",
  "Client was closed",
];

function messagesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return [error.message, ...messagesOf(error.cause)];
}
