import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { OutcomeUnknown } from "../connection-errors.ts";
import { databaseCounters } from "../counters.ts";
import { requireConfirmedCommits } from "./confirmed-commits.ts";

type QueryCallback = (error: unknown, result?: unknown) => void;

/** A fake connection that answers on command. */
function connection() {
  const waiting: QueryCallback[] = [];
  const client = Object.assign(new EventEmitter(), {
    query: (_text: unknown, _values: unknown, done: QueryCallback) => void waiting.push(done),
  });
  const failures: unknown[] = [];
  requireConfirmedCommits(client, (error) => failures.push(error));
  const ask = (text: string) =>
    new Promise((resolve, reject) => {
      const done: QueryCallback = (error, result) => (error ? reject(error) : resolve(result));
      Reflect.apply(client.query, client, [text, [], done]);
    });
  const warn = (routine: string) => client.emit("notice", { code: "01000", severity: "WARNING", routine });
  return { ask, warn, failures, respond: (error: unknown, result?: unknown) => waiting.shift()?.(error, result) };
}

test("a commit whose wait for the standby was cancelled fails with an unknown outcome, and is counted", async () => {
  const { ask, warn, respond, failures } = connection();
  const before = databaseCounters.outcome_unknown_total;
  const [read, commit, later] = [ask("select 1"), ask("commit"), ask("select 2")];
  respond(null, "read");
  warn("SyncRepWaitForLSN");
  respond(null, { command: "COMMIT" });
  respond(null, "later");
  await expect(commit).rejects.toThrow(OutcomeUnknown);
  expect([await read, await later]).toEqual(["read", "later"]);
  expect([failures.length, databaseCounters.outcome_unknown_total - before]).toEqual([1, 1]);
});

test("a commit without an answer has an unknown outcome; other warnings and failures have not", async () => {
  const { ask, warn, respond } = connection();
  const before = databaseCounters.outcome_unknown_total;
  const [commit, warned, broken] = [ask("commit"), ask("commit"), ask("insert")];
  respond(new Error("Connection terminated unexpectedly"));
  warn("DropErrorMsgNonExistent");
  respond(null, { command: "COMMIT" });
  respond(new Error("Connection terminated unexpectedly"));
  await expect(commit).rejects.toThrow("terminated");
  expect(await warned).toEqual({ command: "COMMIT" });
  await expect(broken).rejects.toThrow("terminated");
  expect(databaseCounters.outcome_unknown_total - before).toBe(1);
});

test("a statement that a standby refuses is counted, in a transaction or outside", async () => {
  const { ask, respond } = connection();
  const before = databaseCounters.db_readonly_errors_total;
  const writes = [ask("begin"), ask("insert into transfer"), ask("update setting")];
  const refused = Object.assign(new Error("cannot execute in a read-only transaction"), { code: "25006" });
  respond(null);
  respond(refused);
  respond(refused);
  await Promise.allSettled(writes);
  expect(databaseCounters.db_readonly_errors_total - before).toBe(2);
});

test("a commit that PostgreSQL answers with a rollback fails", async () => {
  const { ask, respond } = connection();
  const commit = ask("commit");
  respond(null, { command: "ROLLBACK" });
  await expect(commit).rejects.toThrow("rolled back");
});
