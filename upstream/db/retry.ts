import { setTimeout as wait } from "node:timers/promises";

/** Serialization failure and deadlock: PostgreSQL asks us to try again, and means it. */
const retriable = new Set(["40001", "40P01"]);
/** Another transaction booked the same meanwhile; whoever looks again finds it booked. */
const bookedMeanwhile = new Set(["transfer_pkey", "transfer_settles_once"]);
const attempts = 10;

/** Runs `work` again when the database chose it as the victim of a conflict; every other error passes. */
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
  if (isPlanLost(error)) return true;
  return retriable.has(sqlState(error) ?? "") || bookedMeanwhile.has(brokenConstraint(error) ?? "");
}

/**
 * Whether a statement did not run because of its name: the connection does not know it or has it from somebody else,
 * or its plan is of a schema that has changed.
 */
export function isPlanLost(error: unknown): boolean {
  const code = sqlState(error);
  if (code === "26000" || code === "42P05") return true;
  return code === "0A000" && fromDriver(error, "routine") === "RevalidateCachedQuery";
}

/** The SQLSTATE of a database error; drizzle wraps the driver's error as `cause`. */
export function sqlState(error: unknown): string | undefined {
  return fromDriver(error, "code");
}

/** The constraint that refused, where one did. */
export function brokenConstraint(error: unknown): string | undefined {
  return fromDriver(error, "constraint");
}

function fromDriver(error: unknown, field: "code" | "constraint" | "routine"): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const value: unknown = Reflect.get(error, field);
  if (typeof value === "string") return value;
  return "cause" in error ? fromDriver(error.cause, field) : undefined;
}
