import { lastCompared, lastMatched, lastTried, momentOf } from "../../books/reconciliation/reconciliations.ts";
import type { Context } from "../../ports/context.ts";
import type { ShownRow } from "../command.ts";

/** The state of each rail that has a statement, for the overview of the day. */
export async function reconciliationRows({ db, rails }: Pick<Context, "db" | "rails">): Promise<ShownRow[]> {
  const rows: ShownRow[] = [];
  for (const { rail, take } of rails.statements()) {
    if (!take) continue;
    const [tried, compared] = [await lastTried(db.orm, rail), await lastCompared(db.orm, rail)];
    const matched = await lastMatched(db.orm, rail);
    const isClean = tried?.state === "matched";
    rows.push({
      rail,
      matched_until: matched ? momentOf(matched) : null,
      differences: compared?.differences ?? null,
      not_compared: tried?.why ?? null,
      next: isClean ? null : `operator reconcile --rail ${rail}`,
    });
  }
  return rows;
}
