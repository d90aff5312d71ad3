import { affiliateChecks } from "../affiliates/ledger-checks.ts";
import type { Database, RawQuery } from "../db/database.ts";
import { marketChecks } from "../market/ledger-checks.ts";
import { orderChecks } from "../orders/ledger-checks/orders.ts";
import { paymentChecks } from "../orders/ledger-checks/payments.ts";
import { quoteChecks } from "../orders/ledger-checks/quotes.ts";
import { termsChecks } from "../orders/ledger-checks/terms.ts";
import { destinationChecks } from "../payouts/ledger-checks/destinations.ts";
import { movementChecks } from "../payouts/ledger-checks/movements.ts";
import { networkFeeChecks } from "../payouts/ledger-checks/network-fees.ts";
import { senderChecks } from "../payouts/ledger-checks/senders.ts";
import { sweepChecks } from "../payouts/sweeps/ledger-checks.ts";
import { staffViolations } from "../staff/staff-violations.ts";
import { figureChecks } from "../status/ledger-checks.ts";
import { walletChecks } from "../wallets/ledger-checks.ts";
import { withdrawalChecks } from "../withdrawals/ledger-checks.ts";
import { causeChecks } from "./checks/cause-checks.ts";
import { chainChecks } from "./checks/chain-checks.ts";
import { operatorChecks } from "./checks/operator-checks.ts";
import { sumChecks } from "./checks/sum-checks.ts";
import type { LedgerCheck } from "./rules/ledger-check.ts";

/** Accounts and transfers alone. The longest checks are first, so that both connections end at about the same time. */
export const ledgerChecks = [...chainChecks, ...sumChecks];
/** The ledger, and everything else that records how much moved and why. */
const auditChecks = [
  ...[...ledgerChecks, ...causeChecks, ...paymentChecks, ...movementChecks, ...destinationChecks],
  ...[
    ...networkFeeChecks,
    ...orderChecks,
    ...termsChecks,
    ...quoteChecks,
    ...operatorChecks,
    ...marketChecks,
    ...walletChecks,
    ...withdrawalChecks,
    ...affiliateChecks,
    ...sweepChecks,
    ...figureChecks,
    ...senderChecks,
  ],
];

/** A violated invariant: which one, where, and a sentence for the operator that names the row and the difference. */
export type Violation = { check: string; subject: string; sentence: string };

/**
 * Audits the books in one snapshot: sums, hash chain, and orders, payments, payouts, promo codes and the audit log
 * against the transfers, what prices are made of against the audit log, and all that staff have done against their
 * signatures. Empty when all agree. Changes nothing. On PostgreSQL two connections with the same snapshot
 * share the checks.
 */
export async function verify(db: Database, checks: readonly LedgerCheck[] = auditChecks): Promise<Violation[]> {
  return db.transaction(async (tx) => {
    const query = db.rawIn(tx);
    await query(inOneSnapshot);
    await query(forBooksOfMillions);
    const ofStaff = checks === auditChecks ? await staffViolations(tx) : [];
    if (db.kind === "pglite") return [...(await violationsSeenBy(query, checks)), ...ofStaff];
    const { rows } = await query("select pg_export_snapshot() as snapshot");
    const work: Work = { left: [...checks], violationsByCheck: new Map() };
    await Promise.all([takeChecks(query, work), shareSnapshot(db, String(rows[0]?.snapshot), work)]);
    const violations = checks.flatMap(({ name }) => {
      const violations = work.violationsByCheck.get(name);
      if (!violations) throw new Error(`The check ${name} was not made.`);
      return violations;
    });
    return [...violations, ...ofStaff];
  });
}

/** The checks that no connection has taken yet, and what the others found, by name. */
type Work = { left: LedgerCheck[]; violationsByCheck: Map<string, Violation[]> };

const inOneSnapshot = "set transaction isolation level repeatable read, read only";
/** Each query reads whole tables once. Two connections already use two processors: parallel workers would cost a fifth more processor time. */
const forBooksOfMillions =
  "set local jit = off; set local work_mem = '64MB'; set local max_parallel_workers_per_gather = 0";

async function shareSnapshot(db: Database, snapshot: string, work: Work): Promise<void> {
  if (!/^[\w-]+$/.test(snapshot)) throw new Error(`This is not the name of a snapshot: ${snapshot}`);
  await db.transaction(async (tx) => {
    const query = db.rawIn(tx);
    await query(inOneSnapshot);
    await query(`set transaction snapshot '${snapshot}'`);
    await query(forBooksOfMillions);
    await takeChecks(query, work);
  });
}

/** Runs one check after the other until none is left. One that could not run is left for a retry. */
async function takeChecks(query: RawQuery, { left, violationsByCheck }: Work): Promise<void> {
  for (let check = left.shift(); check !== undefined; check = left.shift()) {
    try {
      violationsByCheck.set(check.name, await violationsSeenBy(query, [check]));
    } catch (error) {
      left.unshift(check);
      throw error;
    }
  }
}

/** The same inside a transaction, including its own writes. */
export async function violationsSeenBy(
  query: RawQuery,
  checks: readonly LedgerCheck[] = auditChecks,
): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const { name, query: question, sentence } of checks) {
    const { rows } = await query(question);
    for (const row of rows) violations.push({ check: name, subject: String(row.subject), sentence: sentence(row) });
  }
  return violations;
}
