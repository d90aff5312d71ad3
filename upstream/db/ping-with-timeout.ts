import { withTimeout } from "../shared/with-timeout.ts";

/** A database that takes longer for an empty query is not ready. */
const timeoutMilliseconds = 1_500;

/** Whether a query to the database succeeds in time; a hanging server counts as down. */
export function pingWithTimeout(query: Promise<unknown>): Promise<boolean> {
  const succeeds = query.then(
    (result) => result !== false,
    () => false,
  );
  return withTimeout(succeeds, timeoutMilliseconds, false);
}
