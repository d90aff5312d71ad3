/** What this process has counted since its start, for the metrics. */
export const databaseCounters = {
  /** Commits about which nobody knows whether they last: the caller was told to repeat its call with the same key. */
  outcome_unknown_total: 0,
  /** Statements refused because the server only reads, as a standby does: in a transaction or not. */
  db_readonly_errors_total: 0,
  /** Times that the database lacked a part of its history, see history/history.ts. */
  history_faults_total: 0,
};
