import { createHash } from "node:crypto";
import type { Duplex } from "node:stream";
import { isPlanLost } from "../retry.ts";

/** Statements that differ only in how many values they take have a text each: beyond this many, nobody gets a name. */
const mostTexts = 400;

/**
 * The names under which PostgreSQL keeps statements that are asked again and again, so that it parses and plans each
 * once for a connection. The same for all connections and processes, since a text makes its own.
 */
export function statementNames() {
  const names = new Map<string, string>();
  let generation = 0;
  let isOff = false;
  return {
    /** Undefined for a text that is new: it may never come again. */
    of(text: string): string | undefined {
      if (isOff) return undefined;
      const known = names.get(text);
      if (known) return known;
      if (known === undefined && names.size < mostTexts) names.set(text, "");
      if (known === undefined) return undefined;
      const name = `k${generation}_${createHash("sha256").update(text).digest("base64url").slice(0, 22)}`;
      names.set(text, name);
      return name;
    },
    /**
     * Told of a named statement that failed. After a change of the schema all are made anew. Where a pooler stands
     * between that gives away connections and keeps no statements, there are no names from now on.
     */
    failed(name: string, error: unknown): void {
      if (!isPlanLost(error)) return;
      if (Reflect.get(Object(error), "code") !== "0A000") isOff = true;
      if (!name.startsWith(`k${generation}_`)) return;
      generation += 1;
      names.clear();
    },
  };
}

type Speaking = {
  query: (...asked: never[]) => unknown;
  getTransactionStatus(): string | null;
  connection: { stream: Pick<Duplex, "cork" | "uncork"> };
};
type Done = (error: unknown, result?: unknown) => void;

/**
 * Makes a connection of the pool name its statements, and speak less often: what is asked in one turn travels
 * together, and nobody waits for the answer to `begin` before a first look. Whatever writes is sent only when the
 * transaction is known to have begun. A name that is no good any more is no reason to fail: the statement has not run,
 * and is asked again without a name; inside a transaction, which that has ended, `retrying` begins it anew.
 */
export function speakBriefly(client: Speaking, names: ReturnType<typeof statementNames>): void {
  let begun: Promise<unknown> | undefined;
  client.query = new Proxy(client.query, {
    apply(target, self, [config, values, callback]: [unknown, unknown, unknown]) {
      writeTogether(client);
      const text = textOf(config);
      const send = (asked: unknown, done: Done) => Reflect.apply(target, self, [asked, values, done]);
      const ask = (done: Done) => {
        const name = Array.isArray(values) && values.length > 0 ? names.of(text) : undefined;
        if (name === undefined) return send(config, done);
        const named = typeof config === "string" ? { text, name } : { ...Object(config), name };
        send(named, (error, result) => {
          if (error) names.failed(name, error);
          // Asked at once: when the next answer has come, the transaction may be another.
          const isAlone = client.getTransactionStatus() === "I";
          if (error && isAlone && isPlanLost(error)) send(config, done);
          else done(error, result);
        });
      };
      if (typeof callback === "function") return ask((error, result) => callback(error, result));
      const before = begun;
      begun = undefined;
      if (text === "begin") {
        begun = promised(ask);
        begun.catch(() => {});
        return Promise.resolve();
      }
      if (before === undefined) return promised(ask);
      if (!text.startsWith("select ")) return before.then(() => promised(ask));
      return Promise.all([promised(ask), before]).then(([answer]) => answer);
    },
  });
}

const promised = (ask: (done: Done) => void) =>
  new Promise<unknown>((resolve, reject) => ask((error, result) => (error ? reject(error) : resolve(result))));

function textOf(config: unknown): string {
  const text: unknown = typeof config === "string" ? config : Reflect.get(Object(config), "text");
  return typeof text === "string" ? text : "";
}

/** To write to a socket costs more than to word what is written. */
function writeTogether({ connection: { stream } }: Speaking): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}
