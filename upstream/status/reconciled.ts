import type { ServiceStatus } from "../../contract/market/service-status.ts";
import { lastCompared, lastMatched, spokenUntil } from "../books/reconciliation/reconciliations.ts";
import type { Context } from "../ports/context.ts";

/** What the public may know of each comparison of the ledger with a network; null where the setting does not publish it. */
export async function publishedReconciliations({
  db,
  env,
  rails,
}: Pick<Context, "db" | "env" | "rails">): Promise<ServiceStatus["reconciled"]> {
  if (env.PUBLISH_RECONCILIATION === "off") return null;
  const published: NonNullable<ServiceStatus["reconciled"]> = [];
  for (const { rail, take } of rails.statements()) {
    const compared = take && (await lastCompared(db.orm, rail));
    if (!compared) continue;
    const matched = await lastMatched(db.orm, rail);
    published.push({
      assets: compared.assets,
      compared_at: spokenUntil(compared).toISOString(),
      agrees: compared.state === "matched",
      matched_at: matched ? spokenUntil(matched).toISOString() : null,
      matched_block: matched?.block ?? null,
    });
  }
  return published;
}
