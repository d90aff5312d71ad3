import { expect } from "vitest";
import type { Database } from "../../../upstream/db/database.ts";

/** Injects a fault into the function that updates the sums; fails when its text has changed. */
export async function injectFault(db: Database, right: string, wrong: string): Promise<void> {
  const { rows } = await db.query("select pg_get_functiondef('ledger_move'::regproc) as source");
  const source = String(rows[0]?.source);
  expect(source).toContain(right);
  await db.query(source.replace(right, wrong));
}
