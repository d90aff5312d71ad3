import { z } from "zod/v4";
import { command, done, type Outcome, refused, type ShownRow } from "../operator/command.ts";
import type { Context } from "../ports/context.ts";
import { mostDifferences } from "./compare.ts";
import { differenceLine, differenceTexts } from "./difference-text.ts";
import { reconcile } from "./reconcile.ts";
import {
  differencesOf,
  lastCompared,
  lastMatched,
  lastTried,
  momentOf,
  type Reconciliation,
} from "./reconciliations.ts";

export const reconciliationCommands = [
  command({
    name: "reconcile",
    summary:
      "Compares what the networks say with the ledger, to the transaction, and books nothing; exits with 1 where anything differs or a network does not answer.",
    args: z.object({
      rail: z.string().trim().max(60).optional().describe("only this rail, as named in RAILS; otherwise all of them"),
    }),
    run: reconcileRails,
  }),
];

async function reconcileRails(ctx: Context, { rail: only }: { rail?: string | undefined }): Promise<Outcome> {
  const statements = ctx.rails.statements().filter(({ rail }) => only === undefined || rail === only);
  if (statements.length === 0) return refused(`No rail ${only} runs here.`);
  const lines: string[] = [];
  let isClean = true;
  for (const { rail, take } of statements) {
    if (!take) {
      lines.push(`${rail}: it has no statement of its own, so there is nothing to compare.`);
      continue;
    }
    const result = await reconcile(ctx, { rail, take });
    if (result.state !== "matched") isClean = false;
    lines.push(...(await linesOf(ctx, result)));
  }
  return isClean ? done(lines.join("\n")) : refused(lines.join("\n"));
}

async function linesOf(ctx: Context, result: Reconciliation): Promise<string[]> {
  const { rail, state, why, differences: count, credits, sendings, addresses } = result;
  const compared = `${credits} credits, ${sendings} sent, ${addresses} addresses`;
  if (state === "matched") return [`${rail}: matched until ${momentOf(result)} (${compared}).`];
  const matched = await lastMatched(ctx.db.orm, rail);
  const last = matched ? `Matched until ${momentOf(matched)}.` : "It has never matched.";
  if (state === "unavailable") return [`${rail}: nothing could be compared: ${why}. ${last}`];
  const named = await differencesOf(ctx.db.orm, result, mostDifferences);
  const texts = await differenceTexts(ctx.db.orm, named);
  const rest = count > named.length ? [`and ${count - named.length} more`] : [];
  const head = `${rail}: ${count} differences at ${momentOf(result)} (${compared}). ${last}`;
  return [head, ...texts.map(differenceLine), ...rest];
}

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
