const insert = (table: string, values: Record<string, string>) =>
  `insert into ${table} (${Object.keys(values).join(", ")}) values (${Object.values(values).join(", ")})`;

const list = (replaced: Record<string, string>) =>
  insert("screening_import", {
    ...{ id: "'list_1'", list: "'own'", format: "'plain'", list_date: "'2026-11-20'", entries: "1", sha256: "'x'" },
    ...{ imported_by: "'anna'", imported_at: "now()", ...replaced },
  });
const entry = (replaced: Record<string, string>) =>
  insert("screening_entry", {
    ...{ list: "'own'", id: "'1'", kind: "'person'", names: "'{}'", births: "'{}'", accounts: "'{}'" },
    ...{ fingerprint: "'x'", ...replaced },
  });
const check = (replaced: Record<string, string>) =>
  insert("screening_check", {
    ...{ subject_kind: "'order'", subject_id: "'x'", occasion: "'execute'", fields: "'{}'", lists: "'[]'" },
    ...{ result: "'clear'", at: "now()", ...replaced },
  });
const hit = (replaced: Record<string, string>) =>
  insert("screening_hit", {
    ...{ id: "'hit_1'", subject_kind: "'order'", subject_id: "'x'", customer: "'x'", list: "'own'", entry: "'1'" },
    ...{ fingerprint: "'x'", field: "'name'", score: "90", state: "'open'", opened_at: "now()", due_at: "now()" },
    ...replaced,
  });
const pending = (replaced: Record<string, string>) =>
  insert("pending_approval", {
    id: "'pend_1'",
    subject: "'x'",
    staff_id: "'anna'",
    name: "'anna'",
    at: "now()",
    ...replaced,
  });

/** SQL that would leave a row which the constraint of this name refuses. */
export const brokenScreening: readonly [constraint: string, sql: string][] = [
  ["screening_import_format_check", list({ format: "'pdf'" })],
  ["screening_import_entries", list({ list_date: "'yesterday'" })],
  ["screening_entry_kind_check", entry({ kind: "'ghost'" })],
  ["screening_check_subject_kind_check", check({ subject_kind: "'ticket'" })],
  ["screening_check_occasion_check", check({ occasion: "'whim'" })],
  ["screening_check_result_check", check({ result: "'maybe'" })],
  ["screening_hit_subject_kind_check", hit({ subject_kind: "'ticket'" })],
  ["screening_hit_state_check", hit({ state: "'lost'", decided_by: "'anna'", decided_at: "now()" })],
  ["screening_hit_field_check", hit({ field: "'face'" })],
  ["screening_hit_score", hit({ score: "101" })],
  ["screening_hit_decided", hit({ state: "'cleared'" })],
  ["pending_approval_used", pending({ used_by: "'anna'", used_at: "now()" })],
];
