import { z } from "zod/v4";
import { reconciliationCorrection } from "../../db/schema/index.ts";
import { reasonArgument } from "../../operator/arguments.ts";
import { recordAudit } from "../../operator/audit.ts";
import { command, done, type Operator, type Outcome, refused } from "../../operator/command.ts";
import type { Context } from "../../ports/context.ts";
import { mostDifferences } from "./compare.ts";
import { differenceLine, differenceTexts } from "./difference-text.ts";
import { reconcile } from "./reconcile.ts";
import {
  comparedRails,
  differencesOf,
  lastCompared,
  lastMatched,
  momentOf,
  type Reconciliation,
  sideColumns,
} from "./reconciliations.ts";
import { correctableKinds, differenceKey } from "./rules/difference.ts";

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
  command({
    name: "differences mark-corrected",
    summary:
      "Marks a difference of the last comparison as made up for by a booking; it is named again if its amounts change, and the place is if the booking is not there.",
    positional: ["subject"],
    changes: { asksNothing: "it moves nothing, and what the booking lacks is named" },
    args: z.object({
      subject: z.string({ error: "Enter the subject." }).trim().max(200).describe("subject, as `reconcile` names it"),
      rail: z
        .string()
        .trim()
        .max(60)
        .optional()
        .describe("the rail, as named in RAILS (default: the one whose comparison names the subject)"),
      reason: reasonArgument,
    }),
    run: markCorrected,
  }),
];

type Correction = { subject: string; rail?: string | undefined; reason: string };

/** The differences about a subject in the last comparison of each of these rails that names it. */
async function differencesAbout(ctx: Context, subject: string, rails: readonly string[]) {
  const named = await Promise.all(
    rails.map(async (rail) => {
      const last = await lastCompared(ctx.db.orm, rail);
      const differences = last ? await differencesOf(ctx.db.orm, last, mostDifferences) : [];
      return { rail, here: differences.filter((difference) => difference.subject === subject) };
    }),
  );
  return named.filter(({ here }) => here.length > 0);
}

async function markCorrected(
  ctx: Context,
  { subject, rail: only, reason }: Correction,
  operator: Operator,
): Promise<Outcome> {
  const rails = only === undefined ? await comparedRails(ctx.db.orm) : [only];
  const [first, other] = await differencesAbout(ctx, subject, rails);
  if (!first)
    return refused(`The last comparison of ${rails.join(" or ") || "any rail"} has no difference about ${subject}.`);
  if (other)
    return refused(`Both ${first.rail} and ${other.rail} have a difference about ${subject}: name one with --rail.`);
  const { rail, here } = first;
  const open = here.find(({ what }) => !correctableKinds.includes(what));
  if (open) return refused(`${open.what} ends by itself once its cause is mended; there is nothing to mark.`);
  await ctx.db.transaction(async (tx) => {
    const auditId = ctx.ids.newId("aud");
    const details = { rail, differences: here.map(differenceKey), after: "corrected" };
    await recordAudit(ctx, tx, operator, {
      id: auditId,
      action: "differences mark-corrected",
      subject,
      reason,
      details,
    });
    const rows = here.map(({ what, ...sides }) => ({
      id: ctx.ids.newId("rco"),
      rail,
      what,
      subject,
      ...sideColumns(sides),
      auditId,
    }));
    await tx.insert(reconciliationCorrection).values(rows);
  });
  return done(`${subject} counts as corrected. Run reconcile: if the booking is not there, its place is named.`);
}

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
