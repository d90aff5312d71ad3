import { allowedFlows } from "../ledger/rules/flows.ts";
import type { RawQuery } from "./database.ts";

/**
 * Puts the flows of this version into the database's table; only its owner may. What is not in the list stays, since the
 * version before may still book it beside this one: a migration deletes it later. Where nothing is missing, only reads.
 */
export async function allowFlows(query: RawQuery): Promise<void> {
  const { rows: tables } = await query("select to_regclass('public.ledger_flow') as there");
  if (tables[0]?.there === null) return;
  const { rows } = await query("select code, step, debit, credit, cause from ledger_flow");
  const existing = new Set(rows.map(nameOf));
  const missing = allowedFlows().filter((flow) => !existing.has(nameOf(flow)));
  if (missing.length === 0) return;
  const columns = ["code", "step", "debit", "credit", "cause"] as const;
  const values = columns.map((column) => missing.map((flow) => flow[column]));
  await query(
    `insert into ledger_flow (code, step, debit, credit, cause)
      select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) on conflict do nothing`,
    values,
  );
}

const nameOf = ({ code, step, debit, credit, cause }: Record<string, unknown>) =>
  [code, step, debit, credit, cause].join(" ");
