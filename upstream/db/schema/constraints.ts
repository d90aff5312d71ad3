import { sql } from "drizzle-orm";
import { check } from "drizzle-orm/pg-core";

/**
 * Refuses a value that is not in the code's list. A migration adds a new value to the constraint: NOT VALID, because
 * rows that fit a shorter list fit the longer one, and validated in a migration of its own.
 */
export function listed(table: string, column: string, values: readonly string[]) {
  const quoted = values.map((value) => `'${value}'`).join(", ");
  return check(`${table}_${column}_check`, sql.raw(`"${column}" in (${quoted})`));
}

/** Refuses a row for which the condition is false; one that is null is accepted. */
export function rule(name: string, condition: string) {
  return check(name, sql.raw(condition));
}

/** For rows that are deleted with their order. Only a draft that was never executed and never paid is deleted. */
export const withDraft = { onDelete: "cascade" } as const;

/** For personal data, deleted with its member. */
export const withMember = { onDelete: "cascade" } as const;
