import {
  firstTried,
  lastCompared,
  type Reconciliation,
  spokenUntil,
} from "../../../books/reconciliation/reconciliations.ts";
import type { Tx } from "../../../db/database.ts";
import type { Rails } from "../../../ports/rail.ts";
import type { Figure } from "../metrics.ts";

type Row = { rail: string; compared: Reconciliation | undefined; since: Date };

/** How old the last comparison of each rail with the ledger is, and what it found; none before the first attempt. */
export async function reconciliationFigures(tx: Tx, rails: Pick<Rails, "statements">, now: Date): Promise<Figure[]> {
  const rows: Row[] = [];
  for (const { rail, take } of rails.statements()) {
    if (!take) continue;
    const compared = await lastCompared(tx, rail);
    const since = (compared && spokenUntil(compared)) ?? (await firstTried(tx, rail))?.at;
    if (since) rows.push({ rail, compared, since });
  }
  return [
    {
      name: "reconciliation_age_seconds",
      help: "Time since a rail was last compared with the ledger, or since the end of the report that was; since the first attempt if it never was.",
      values: rows.map(({ rail, since }) => {
        return { labels: { rail }, value: Math.max(0, (now.getTime() - since.getTime()) / 1000) };
      }),
    },
    {
      name: "reconciliation_differences",
      help: "What the last comparison of a rail with the ledger found.",
      values: rows.map(({ rail, compared }) => ({ labels: { rail }, value: compared?.differences ?? 0 })),
    },
  ];
}
