const insert = (table: string, values: Record<string, string>) =>
  `insert into ${table} (${Object.keys(values).join(", ")}) values (${Object.values(values).join(", ")})`;
const someOrder = "(select min(ref) from exchange_order)";
const someMovement =
  "(select min(id) from outgoing where id not in (select movement_id from paypal_task where movement_id is not null))";

/** An invoice that waits, with columns that are wrong. */
const task = (replaced: Record<string, string>) =>
  insert("paypal_task", {
    ...{ kind: "'invoice'", state: "'open'", movement_id: "null", order_ref: someOrder, asset: "'paypal-usd'" },
    ...{ amount: "1", created_at: "now()", due_at: "now()", claimed_by: "null", claimed_until: "null", ...replaced },
  });
const entry = (replaced: Record<string, string>) =>
  `${task({})}; ${insert("paypal_entry", {
    ...{ id: "'pe_1'", task: "(select max(number) from paypal_task)", kind: "'received'", state: "'waiting'" },
    ...{ tx: "'1AB23456CD789012E'", of_tx: "null", amount: "10", fee: "0", at: "now()", entered_by: "'anna'" },
    ...{ entered_at: "now()", needs_second: "true", decided_by: "null", decided_at: "null", ...replaced },
  })}`;
/** The entry of a case, with columns that are wrong. */
const openedAgain = (replaced: Record<string, string>) =>
  insert("paypal_entry", {
    ...{ id: "'pe_2'", task: "(select max(number) from paypal_task)", kind: "'disputed'", state: "'waiting'" },
    ...{ tx: "null", of_tx: "'1AB23456CD789012E'", case_id: "'PP-D-1'", answer_by: "now()", amount: "10", fee: "null" },
    ...{ at: "now()", entered_by: "'anna'", entered_at: "now()", needs_second: "true", ...replaced },
  });
const opened = (replaced: Record<string, string>) => `${task({})}; ${openedAgain({ id: "'pe_1'", ...replaced })}`;
const ended = { kind: "'dispute_lost'", answer_by: "null" };
const lastTask = "(select max(number) from paypal_task)";
const lastImport = "(select max(number) from paypal_import)";
const someImport = (replaced: Record<string, string> = {}) =>
  insert("paypal_import", {
    ...{ digest: "sha256('x')", from_at: "now()", until_at: "now() + interval '1 day'", lines: "1" },
    ...{ imported_by: "'anna'", imported_at: "now()", ...replaced },
  });
const lineAlone = (replaced: Record<string, string> = {}) =>
  insert("paypal_line", {
    ...{ import: lastImport, position: "0", at: "now()" },
    ...{ tx: "'1AB23456CD789012E'", type: "'Payment'", status: "'Completed'", currency: "'USD'", gross: "10" },
    ...{ fee: "0", account: "'anna@example.com'", replaced_by: "null", ...replaced },
  });
const line = (replaced: Record<string, string> = {}) => `${someImport()}; ${lineAlone(replaced)}`;
/** An email of the mailbox, with columns that are wrong. */
const notice = (replaced: Record<string, string> = {}) =>
  insert("paypal_notice", {
    ...{ digest: "sha256('x')", state: "'open'", subject: "''", kind: "'received'", tx: "'1AB23456CD789012E'" },
    ...{ amount: "10", currency: "'USD'", received_at: "now()", fault: "null", ...replaced },
  });
const mailbox = (replaced: Record<string, string>) =>
  insert("incoming_mailbox", { name: "'other'", asked_at: "now()", ...replaced });
const confirmed = { state: "'confirmed'", decided_by: "'boris'", decided_at: "now()" };

/** SQL that would leave a row which the constraint of this name refuses. */
export const brokenPaypal: readonly [constraint: string, sql: string][] = [
  ["paypal_task_kind_check", task({ kind: "'gift'", order_ref: "null" })],
  ["paypal_task_state_check", task({ state: "'lost'" })],
  ["paypal_task_amount", task({ amount: "0" })],
  ["paypal_task_subject", task({ movement_id: someMovement })],
  ["paypal_task_claim", task({ state: "'claimed'", claimed_by: "'anna'" })],
  ["paypal_task_claimed", task({ state: "'claimed'" })],
  ["paypal_task_open", task({ claimed_by: "'anna'", claimed_until: "now()" })],
  ["paypal_task_sent", task({ state: "'sent'" })],
  ["paypal_task_ended", task({ state: "'done'" })],
  ["paypal_task_reason", task({ reason: "'limited'" })],
  ["paypal_task_order_ref_exchange_order_ref_fk", task({ order_ref: "'nothing'" })],
  ["paypal_task_movement_id_outgoing_id_fk", task({ kind: "'pay'", order_ref: "null", movement_id: "'nothing'" })],
  ["paypal_task_stays", `${task({})}; update paypal_task set amount = 2`],
  ["paypal_entry_kind_check", entry({ kind: "'gift'" })],
  ["paypal_entry_state_check", entry({ state: "'lost'", decided_by: "'boris'", decided_at: "now()" })],
  ["paypal_entry_money", entry({ fee: "null" })],
  ["paypal_entry_tx_form", entry({ tx: "'1ab'" })],
  ["paypal_entry_amounts", entry({ amount: "0" })],
  ["paypal_entry_of", entry({ of_tx: "'1AB23456CD789012F'" })],
  ["paypal_entry_money", opened({ fee: "0" })],
  ["paypal_entry_of", opened({ of_tx: "null" })],
  ["paypal_entry_case", opened({ case_id: "null" })],
  ["paypal_entry_case", opened({ case_id: "'pp d'" })],
  ["paypal_entry_answer_by", opened({ answer_by: "null" })],
  ["paypal_entry_answer_by", opened({ kind: "'dispute_lost'" })],
  ["paypal_entry_case_opened", `${opened({})}; ${openedAgain({})}`],
  ["paypal_entry_case_ended", `${opened(ended)}; ${openedAgain({ ...ended, kind: "'dispute_won'" })}`],
  ["paypal_entry_stays", `${opened({})}; update paypal_entry set answer_by = now() + interval '1 day'`],
  ["paypal_entry_stays", `${opened({})}; update paypal_entry set case_id = 'PP-D-2'`],
  ["paypal_entry_decided", entry({ decided_by: "'boris'", decided_at: "now()" })],
  ["paypal_entry_second", entry({ ...confirmed, decided_by: "'anna'" })],
  ["paypal_entry_task_paypal_task_number_fk", entry({ task: "1" })],
  ["paypal_entry_command_id_signed_command_id_fk", entry({ command_id: "'nothing'" })],
  ["paypal_entry_decision_id_signed_command_id_fk", entry({ ...confirmed, decision_id: "'nothing'" })],
  ["paypal_entry_stays", `${entry({ ...confirmed })}; update paypal_entry set amount = 20`],
  [
    "paypal_entry_stays",
    `${line()}; ${entry({})}; update paypal_entry set line = (select max(number) from paypal_line)`,
  ],
  ["paypal_entry_stays", `${entry({})}; update paypal_entry set has_other_payer = true`],
  ["paypal_entry_line_paypal_line_number_fk", entry({ line: "0" })],
  ["paypal_import_time", someImport({ until_at: "now() - interval '1 day'" })],
  ["paypal_import_digest", someImport({ digest: "'x'" })],
  ["paypal_line_import_paypal_import_number_fk", line({ import: "0" })],
  ["paypal_line_replaced_by_paypal_import_number_fk", line({ replaced_by: "0" })],
  ["paypal_import_once", `${someImport()}; ${someImport()}`],
  ["paypal_line_current", `${line()}; ${lineAlone()}`],
  ["paypal_line_stays", `${line()}; update paypal_line set gross = 20`],
  ["paypal_line_stays", `${line()}; update paypal_line set account = 'eve@example.com'`],
  ["paypal_line_stays", `${line({ account: "null" })}; update paypal_line set account = ''`],
  ["paypal_line_stays", `${line({ replaced_by: lastImport })}; update paypal_line set replaced_by = null`],
  ["incoming_mailbox_fault_check", mailbox({ fault: "'tired'", fault_since: "now()" })],
  ["incoming_mailbox_fault_since", mailbox({ fault: "'timeout'" })],
  ["incoming_mailbox_unread", mailbox({ unread: "-1" })],
  ["paypal_notice_state_check", notice({ state: "'lost'", ended_at: "now()" })],
  ["paypal_notice_kind_check", notice({ kind: "'gift'" })],
  ["paypal_notice_proposes_check", `${task({})}; ${notice({ task: lastTask, proposes: "'gift'" })}`],
  ["paypal_notice_digest", notice({ digest: "'x'" })],
  ["paypal_notice_read", notice({ fault: "'unread'" })],
  ["paypal_notice_money", notice({ amount: "null" })],
  ["paypal_notice_tx_form", notice({ tx: "'1ab'" })],
  ["paypal_notice_amount", notice({ amount: "0" })],
  ["paypal_notice_proposal", `${task({})}; ${notice({ task: lastTask })}`],
  ["paypal_notice_ended", notice({ state: "'over'" })],
  ["paypal_notice_dismissed", notice({ state: "'dismissed'", ended_at: "now()" })],
  [
    "paypal_notice_once",
    `${notice()}; ${notice({ tx: "null", kind: "null", amount: "null", currency: "null", fault: "'unread'" })}`,
  ],
  ["paypal_notice_task_paypal_task_number_fk", notice({ task: "0", proposes: "'received'" })],
  ["paypal_picture_entry_id_paypal_entry_id_fk", insert("paypal_picture", { entry_id: "'nothing'", image: "'x'" })],
];
