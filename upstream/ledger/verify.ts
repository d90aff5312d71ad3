import { sql } from "drizzle-orm";
import type { Database, RawQuery } from "../db/database.ts";
import { chainChecks } from "./checks/chain-checks.ts";
import { sumChecks } from "./checks/sum-checks.ts";

const checks = [...sumChecks, ...chainChecks];

/** A violated invariant of the ledger: which one, where, and a sentence for the operator. */
export type Violation = { check: string; subject: string; sentence: string };

/** Checks all invariants of the ledger in one snapshot; empty when all hold. Changes nothing. */
export async function verify(db: Database): Promise<Violation[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`);
    // For books of millions: each query reads whole tables once.
    await tx.execute(sql`set local jit = off`);
    await tx.execute(sql`set local work_mem = '64MB'`);
    return violationsSeenBy(db.rawIn(tx));
  });
}

/** The same inside a transaction, including its own writes. */
export async function violationsSeenBy(query: RawQuery): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const { name, query: question, sentence } of checks) {
    const { rows } = await query(question);
    for (const row of rows) violations.push({ check: name, subject: String(row.subject), sentence: sentence(row) });
  }
  return violations;
}
