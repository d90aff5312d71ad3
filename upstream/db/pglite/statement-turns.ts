import type { PGlite } from "@electric-sql/pglite";

/** The first byte of the protocol's messages that begin a statement: Parse and Query. */
const statementMessages = new Set([..."PQ"].map((letter) => letter.charCodeAt(0)));

/**
 * Begins each statement in a turn of the event loop of its own. PGlite runs in this thread and never waits for anything, so
 * that otherwise a whole transaction, and the next ones that wait for it, run in one turn: no connection is accepted, no
 * health check answered and nothing refused meanwhile.
 */
export function oneStatementATurn(pg: Pick<PGlite, "execProtocolStream">): void {
  const execute = pg.execProtocolStream.bind(pg);
  pg.execProtocolStream = async (message, options) => {
    if (statementMessages.has(message[0] ?? 0)) await new Promise<void>((resolve) => setImmediate(resolve));
    return execute(message, options);
  };
}
