import { createHash } from "node:crypto";
import type { Duplex } from "node:stream";
import { isPlanStale } from "../retry.ts";

/** Statements with a varying number of values have one text per number; beyond this many texts none gets a name. */
const maxStatements = 400;

/**
 * Names of prepared statements, so that PostgreSQL parses and plans each once per connection. Derived from the text, so
 * they are the same for all connections and processes.
 */
export function statementNames() {
  const names = new Map<string, string>();
  let generation = 0;
  let isOff = false;
  return {
    /** Undefined for a text seen for the first time: it may never be repeated. */
    of(text: string): string | undefined {
      if (isOff) return undefined;
      const statementName = names.get(text);
      if (statementName) return statementName;
      if (statementName === undefined && names.size < maxStatements) names.set(text, "");
      if (statementName === undefined) return undefined;
      const name = `k${generation}_${createHash("sha256").update(text).digest("base64url").slice(0, 22)}`;
      names.set(text, name);
      return name;
    },
    /**
     * Called when a named statement failed. After a schema change all are prepared again. If a connection pooler
     * reassigns connections between statements, prepared statements are disabled for this process.
     */
    failed(name: string, error: unknown): void {
      if (!isPlanStale(error)) return;
      if (Reflect.get(Object(error), "code") !== "0A000") isOff = true;
      if (!name.startsWith(`k${generation}_`)) return;
      generation += 1;
      names.clear();
    },
  };
}

type PgClient = {
  query: (...query: never[]) => unknown;
  getTransactionStatus(): string | null;
  connection: { stream: Pick<Duplex, "cork" | "uncork"> };
};
type Done = (error: unknown, result?: unknown) => void;

/**
 * Makes a pool connection prepare its statements and batch its messages: queries of one tick are sent together, and the
 * first read does not wait for the answer to `begin`. Writes are sent only after the transaction has begun. A statement
 * whose name is invalid has not run and is repeated without a name; inside a transaction, which has then failed,
 * `retrying` starts it again.
 */
export function enableNamedStatements(client: PgClient, names: ReturnType<typeof statementNames>): void {
  let begun: Promise<unknown> | undefined;
  client.query = new Proxy(client.query, {
    apply(target, self, [config, values, callback]: [unknown, unknown, unknown]) {
      writeTogether(client);
      const text = textOf(config);
      const send = (query: unknown, done: Done) => Reflect.apply(target, self, [query, values, done]);
      const ask = (done: Done) => {
        const name = Array.isArray(values) && values.length > 0 ? names.of(text) : undefined;
        if (name === undefined) return send(config, done);
        const named = typeof config === "string" ? { text, name } : { ...Object(config), name };
        send(named, (error, result) => {
          if (error) names.failed(name, error);
          // Checked now: when the next answer arrives, the connection may be in another transaction.
          const isAlone = client.getTransactionStatus() === "I";
          if (error && isAlone && isPlanStale(error)) send(config, done);
          else done(error, result);
        });
      };
      if (typeof callback === "function") return ask((error, result) => callback(error, result));
      const before = begun;
      begun = undefined;
      if (text === "begin") {
        begun = asPromise(ask);
        begun.catch(() => {});
        return Promise.resolve();
      }
      if (before === undefined) return asPromise(ask);
      if (!text.startsWith("select ")) return before.then(() => asPromise(ask));
      return Promise.all([asPromise(ask), before]).then(([result]) => result);
    },
  });
}

const asPromise = (query: (done: Done) => void) =>
  new Promise<unknown>((resolve, reject) => query((error, result) => (error ? reject(error) : resolve(result))));

function textOf(config: unknown): string {
  const text: unknown = typeof config === "string" ? config : Reflect.get(Object(config), "text");
  return typeof text === "string" ? text : "";
}

/** Corks the socket: one write per tick instead of one per query. */
function writeTogether({ connection: { stream } }: PgClient): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}
