import { createHash } from "node:crypto";
import { reconciliation, reconciliationDifference } from "../../db/schema/index.ts";
import type { Context } from "../../ports/context.ts";
import { RailUnavailable } from "../../ports/rail.ts";
import type { RailStatement } from "../../ports/rail-statement.ts";
import { compare, type Result } from "./compare.ts";
import { lastCompared, type Reconciliation, sideColumns } from "./reconciliations.ts";
import { type Difference, differenceKey } from "./rules/difference.ts";

type Deps = Pick<Context, "db" | "clock" | "ids">;
/** A rail that can say what it has, by its name in `RAILS`. */
type ComparedRail = { rail: string; take: () => Promise<RailStatement> };

/**
 * Compares what a rail says with the ledger, and keeps the outcome with all differences, in one transaction. Books nothing.
 * Where the network does not answer, only that is kept.
 */
export async function reconcile(deps: Deps, { rail, take }: ComparedRail): Promise<Reconciliation> {
  try {
    const statement = await take();
    const result = await compare(deps.db, statement);
    return await keepResult(deps, rail, statement, result);
  } catch (error) {
    if (!(error instanceof RailUnavailable)) throw error;
    return await keepUnavailable(deps, rail, error.message);
  }
}

type NewReconciliation = typeof reconciliation.$inferInsert;

async function keepResult(
  deps: Deps,
  rail: string,
  { block, until }: Pick<RailStatement, "block" | "until">,
  result: Result,
): Promise<Reconciliation> {
  const { differences, count, credits, sendings, addresses } = result;
  const before = await lastCompared(deps.db.orm, rail);
  const differencesHash = count === 0 ? null : hashOf(differences);
  const isNews = differencesHash !== (before?.differencesHash ?? null);
  const compared = { assets: [...result.assets], credits, sendings, addresses };
  const comparison = { state: count === 0 ? "matched" : "differs", differences: count, differencesHash } as const;
  const at = deps.clock.now();
  return keep(
    deps,
    { id: deps.ids.newId("rec"), rail, block, coversUntil: until, ...compared, ...comparison, isNews, at },
    differences,
  );
}

async function keepUnavailable(deps: Deps, rail: string, why: string): Promise<Reconciliation> {
  const nothing = { assets: [], credits: 0, sendings: 0, addresses: 0, differences: 0, isNews: false };
  const at = deps.clock.now();
  return keep(deps, { id: deps.ids.newId("rec"), rail, state: "unavailable", why, ...nothing, at }, []);
}

async function keep({ db }: Deps, row: NewReconciliation, differences: readonly Difference[]): Promise<Reconciliation> {
  return db.transaction(async (tx) => {
    const [inserted] = await tx.insert(reconciliation).values(row).returning();
    if (!inserted) throw new Error("A comparison was not kept");
    const rows = differences.map(({ what, subject, ...sides }, number) => ({
      ...{ runId: inserted.id, number, what, subject },
      ...sideColumns(sides),
    }));
    if (rows.length > 0) await tx.insert(reconciliationDifference).values(rows);
    return inserted;
  });
}

/** The order in which they were found does not count. */
function hashOf(differences: readonly Difference[]): string {
  const lines = differences.map(differenceKey);
  return createHash("sha256").update(lines.sort().join("\n")).digest("hex");
}
