const insert = (table: string, values: Record<string, string>) =>
  `insert into ${table} (${Object.keys(values).join(", ")}) values (${Object.values(values).join(", ")})`;

const run = (replaced: Record<string, string>) =>
  insert("reconciliation", {
    ...{ id: "'rec_1'", rail: "'evm'", state: "'matched'", why: "null", assets: "'{}'", credits: "0", sendings: "0" },
    ...{ addresses: "0", differences: "0", is_news: "false", at: "now()", ...replaced },
  });
const difference = (replaced: Record<string, string>) =>
  `${run({})}; ${insert("reconciliation_difference", {
    ...{ run_id: "'rec_1'", number: "0", what: "'fee_differs'", subject: "'0x1'" },
    ...{ rail_asset: "'eth'", rail_amount: "1", ...replaced },
  })}`;

const correction = (replaced: Record<string, string>) =>
  insert("reconciliation_correction", {
    ...{ id: "'rco_1'", rail: "'evm'", what: "'fee_differs'", subject: "'0x1'", rail_asset: "'eth'", rail_amount: "1" },
    ...{ audit_id: "(select id from audit limit 1)", ...replaced },
  });

/** SQL that would leave a row which the constraint of this name refuses. */
export const brokenReconciliations: readonly [constraint: string, sql: string][] = [
  ["reconciliation_state_check", run({ state: "'perfect'" })],
  ["reconciliation_result", run({ differences: "1" })],
  ["reconciliation_difference_what_check", difference({ what: "'other'" })],
  ["reconciliation_difference_sides", difference({ rail_amount: "null" })],
  ["reconciliation_difference_run_id_reconciliation_id_fk", difference({ run_id: "'rec_2'" })],
  ["reconciliation_correction_what", correction({ what: "'balance_unexplained'" })],
  ["reconciliation_correction_sides", correction({ rail_amount: "null" })],
  ["reconciliation_correction_audit_id_audit_id_fk", correction({ audit_id: "'nothing'" })],
];
