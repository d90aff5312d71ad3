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
  return retriable.has(sqlState(error) ?? "") || bookedMeanwhile.has(brokenConstraint(error) ?? "");
}

/** The SQLSTATE of a database error; drizzle wraps the driver's error as `cause`. */
export function sqlState(error: unknown): string | undefined {
  return fromDriver(error, "code");
}

/** The constraint that refused, where one did. */
export function brokenConstraint(error: unknown): string | undefined {
  return fromDriver(error, "constraint");
}

function fromDriver(error: unknown, field: "code" | "constraint"): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const value: unknown = Reflect.get(error, field);
  if (typeof value === "string") return value;
  return "cause" in error ? fromDriver(error.cause, field) : undefined;
}
