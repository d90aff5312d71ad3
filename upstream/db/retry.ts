import { setTimeout as wait } from "node:timers/promises";

/** Serialization failure and deadlock: PostgreSQL expects the client to retry. */
const retriable = new Set(["40001", "40P01"]);
/** Another transaction made the same booking meanwhile; a retry finds it. */
const concurrentInsertCode = new Set(["transfer_pkey", "transfer_settles_once"]);
const attempts = 10;

/** Repeats `work` when the database aborted it because of a conflict; other errors are thrown. */
export async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !isRetriable(error)) throw error;
      await wait(attempt * 5);
    }
  }
}

function isRetriable(error: unknown): boolean {
  if (isPlanStale(error) || isCatalogConflict(error)) return true;
  return retriable.has(sqlState(error) ?? "") || concurrentInsertCode.has(brokenConstraint(error) ?? "");
}

/** "tuple concurrently updated": another transaction changed the same role, which all databases of a server share. */
function isCatalogConflict(error: unknown): boolean {
  return sqlState(error) === "XX000" && fromDriver(error, "routine") === "simple_heap_update";
}

/**
 * Whether a statement did not run because of its name: unknown to the connection, used for another statement, or
 * planned for an old schema.
 */
export function isPlanStale(error: unknown): boolean {
  const code = sqlState(error);
  if (code === "26000" || code === "42P05") return true;
  return code === "0A000" && fromDriver(error, "routine") === "RevalidateCachedQuery";
}

/** The SQLSTATE of a database error; drizzle wraps the driver's error as `cause`. */
export function sqlState(error: unknown): string | undefined {
  return fromDriver(error, "code");
}

/** The violated constraint, if any. */
export function brokenConstraint(error: unknown): string | undefined {
  return fromDriver(error, "constraint");
}

function fromDriver(error: unknown, field: "code" | "constraint" | "routine"): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const value: unknown = Reflect.get(error, field);
  if (typeof value === "string") return value;
  return "cause" in error ? fromDriver(error.cause, field) : undefined;
}
