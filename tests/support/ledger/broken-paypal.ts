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
  ["paypal_entry_decided", entry({ decided_by: "'boris'", decided_at: "now()" })],
  ["paypal_entry_second", entry({ ...confirmed, decided_by: "'anna'" })],
  ["paypal_entry_task_paypal_task_number_fk", entry({ task: "1" })],
  ["paypal_entry_command_id_signed_command_id_fk", entry({ command_id: "'nothing'" })],
  ["paypal_entry_decision_id_signed_command_id_fk", entry({ ...confirmed, decision_id: "'nothing'" })],
  ["paypal_entry_stays", `${entry({ ...confirmed })}; update paypal_entry set amount = 20`],
  ["paypal_picture_entry_id_paypal_entry_id_fk", insert("paypal_picture", { entry_id: "'nothing'", image: "'x'" })],
];
