/** A statement with its values, to be run with others. */
export type SqlPart = { text: string; values: unknown[] };

/** Statements that insert, update or delete; `confirm` throws where one has written another number of rows than it must. */
export type Writes = { parts: readonly SqlPart[]; confirm?: (counts: readonly number[]) => void };
