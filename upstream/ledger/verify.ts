import { sql } from "drizzle-orm";
import type { Database, RawQuery } from "../db/database.ts";
import { chainChecks } from "./checks/chain-checks.ts";
import { operatorChecks } from "./checks/operator-checks.ts";
import { orderChecks } from "./checks/order-checks.ts";
import { outgoingChecks } from "./checks/outgoing-checks.ts";
import { paymentChecks } from "./checks/payment-checks.ts";
import { sumChecks } from "./checks/sum-checks.ts";

/** Accounts and transfers alone. */
export const ledgerChecks = [...sumChecks, ...chainChecks];
/** The ledger, and everything else that records how much moved and why. */
const auditChecks = [...ledgerChecks, ...paymentChecks, ...outgoingChecks, ...orderChecks, ...operatorChecks];

/** A violated invariant: which one, where, and a sentence for the operator that names the row and the difference. */
export type Violation = { check: string; subject: string; sentence: string };

/**
 * Audits the books in one snapshot: sums, hash chain, and orders, payments, payouts, promo codes and the audit log
 * against the transfers. Empty when all agree. Changes nothing.
 */
export async function verify(db: Database, checks = auditChecks): Promise<Violation[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`);
    // For books of millions: each query reads whole tables once.
    await tx.execute(sql`set local jit = off`);
    await tx.execute(sql`set local work_mem = '64MB'`);
    return violationsSeenBy(db.rawIn(tx), checks);
  });
}

/** The same inside a transaction, including its own writes. */
export async function violationsSeenBy(query: RawQuery, checks = auditChecks): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const { name, query: question, sentence } of checks) {
    const { rows } = await query(question);
    for (const row of rows) violations.push({ check: name, subject: String(row.subject), sentence: sentence(row) });
  }
  return violations;
}
