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
const question = (replaced: Record<string, string>) =>
  insert("screening_question", {
    ...{ id: "'ask_1'", subject_kind: "'order'", subject_id: "'x'", customer: "'x'", kind: "'name'" },
    ...{ key: "repeat('a', 64)", sealed: "repeat('A', 38)", state: "'waiting'", created_at: "now()", due_at: "now()" },
    ...replaced,
  });
const answered = { sealed: "null", answered_at: "now()" };
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
  ["screening_question_subject_kind_check", question({ subject_kind: "'ticket'" })],
  ["screening_question_kind_check", question({ kind: "'email'" })],
  ["screening_question_state_check", question({ ...answered, state: "'lost'" })],
  ["screening_question_key_hash", question({ key: "'anna ivanova'" })],
  ["screening_question_sealed", question({ sealed: "'Anna Ivanova'" })],
  ["screening_question_sealed", question({ ...answered, state: "'silent'", sealed: "repeat('A', 38)" })],
  ["screening_question_answered_at", question({ answered_at: "now()" })],
  ["screening_question_answer", question({ ...answered, state: "'clear'" })],
  ["screening_question_answer", question({ ...answered, state: "'listed'", reference: "'r'" })],
  ["screening_question_settled", question({ settled_at: "now()" })],
  ["pending_approval_used", pending({ used_by: "'anna'", used_at: "now()" })],
];
