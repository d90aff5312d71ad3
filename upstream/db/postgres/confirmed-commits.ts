import { isDatabaseDown, OutcomeUnknown } from "../connection-errors.ts";
import { databaseCounters } from "../counters.ts";
import { sqlState } from "../retry.ts";

/** The server's function behind the warning; unlike the message it is not translated. */
const waitForStandby = "SyncRepWaitForLSN";

type QueryCallback = (error: unknown, result?: unknown) => void;
type Answering = {
  on(event: "notice", listener: (notice: { routine?: string | undefined }) => void): unknown;
  query: (...query: never[]) => unknown;
};

/**
 * An answer counts as success only when its commit is on the synchronous standby. PostgreSQL commits locally and only
 * warns when the wait for the standby is cancelled, and it answers `commit` of a failed transaction with ROLLBACK: here
 * both are errors. `query` must be called with a callback.
 */
export function requireConfirmedCommits(client: Answering, onFailure: (error: unknown) => void): void {
  // A notice arrives before the answer to its statement, and after the answers to all statements before it.
  let isUnconfirmed = false;
  client.on("notice", ({ routine }) => {
    if (routine === waitForStandby) isUnconfirmed = true;
  });
  client.query = new Proxy(client.query, {
    apply(target, self, [query, values, done]: [unknown, unknown, QueryCallback]) {
      const text = typeof query === "string" ? query : Reflect.get(Object(query), "text");
      return Reflect.apply(target, self, [
        query,
        values,
        (error: unknown, result: unknown) => {
          const failure = error ?? failureOf(text, result, isUnconfirmed);
          isUnconfirmed = false;
          if (failure instanceof OutcomeUnknown || (text === "commit" && isDatabaseDown(failure)))
            databaseCounters.outcome_unknown_total += 1;
          if (sqlState(failure) === "25006") databaseCounters.db_readonly_errors_total += 1;
          if (failure) onFailure(failure);
          done(failure, result);
        },
      ]);
    },
  });
}

function failureOf(text: unknown, result: unknown, isUnconfirmed: boolean): Error | null {
  if (isUnconfirmed) return new OutcomeUnknown();
  if (text !== "commit" || Reflect.get(Object(result), "command") !== "ROLLBACK") return null;
  return new Error("The transaction had failed before, and was rolled back instead of committed.");
}
