import type { BusyBooks } from "../busy-books.ts";

/**
 * One way to change the books by SQL, past every trigger and foreign key. `check` must find it, and what it says must
 * name the row and the difference.
 */
export type Tampering = { name: string; check: string; sql(books: BusyBooks): string; says(books: BusyBooks): RegExp };

/** Without a rule of the table, for what it refuses even of a superuser. */
export const without = (table: string, constraint: string, statement: string) =>
  `alter table ${table} drop constraint ${constraint}; ${statement}`;

/** With the triggers on: the hash chain accepts it, other records do not. */
export const withTriggers = (statement: string) => `set local session_replication_role = origin; ${statement}`;
