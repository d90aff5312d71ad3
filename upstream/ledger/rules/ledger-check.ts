/** One invariant of the books, as a query for its violations over all rows at once. */
export type LedgerCheck = {
  name: string;
  /** Returns a row per violation, with its `subject`: the row of the database that is wrong. */
  query: string;
  /** Names the row and the difference, for the operator. */
  sentence(row: Record<string, unknown>): string;
};
