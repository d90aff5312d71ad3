import { PGlite } from "@electric-sql/pglite";
import pg from "pg";

/** The statements of this process during `work`, in their order, with `begin` and `commit`; of either driver. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const undo = [recordPglite(texts), recordPostgres(texts)];
  try {
    await work();
  } finally {
    for (const restore of undo) restore();
  }
  return texts;
}

/** Reads PostgreSQL's protocol: Parse has a name before the text, Query has the text alone. */
function recordPglite(texts: string[]): () => void {
  const { execProtocolStream } = PGlite.prototype;
  PGlite.prototype.execProtocolStream = function record(message, options) {
    const [kind, ...parts] = [
      String.fromCharCode(message[0] ?? 0),
      ...Buffer.from(message.slice(5)).toString().split("\0"),
    ];
    if (kind === "Q") texts.push(parts[0] ?? "");
    if (kind === "P") texts.push(parts[1] ?? "");
    return execProtocolStream.call(this, message, options);
  };
  return () => {
    PGlite.prototype.execProtocolStream = execProtocolStream;
  };
}

/**
 * Connections of the pool replace their `query` when they open (`db/postgres/named-statements.ts`), so one on the prototype would see
 * nothing. Each statement is a `pg.Query`, which is recorded when it is submitted.
 */
function recordPostgres(texts: string[]): () => void {
  const { submit } = pg.Query.prototype;
  pg.Query.prototype.submit = function record(connection) {
    texts.push(String(Reflect.get(this, "text")));
    return submit.call(this, connection);
  };
  return () => {
    pg.Query.prototype.submit = submit;
  };
}
