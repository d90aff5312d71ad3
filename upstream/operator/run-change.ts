import type { Context } from "../ports/context.ts";
import { dryRunArgument } from "./arguments.ts";
import { done, type Outcome, refused, type ShownRow } from "./command.ts";
import { formatResult } from "./format-result.ts";
import { type Rehearsal, rehearse } from "./rehearse.ts";
import { SecondLook } from "./second-look.ts";

type Typed = Record<string, string>;
type Run = (ctx: Context, typed: Typed) => Promise<Outcome>;

/**
 * Runs a command that changes something. With `--dry-run`, or when it asks for a second look, it is only rehearsed and
 * the answer shows what it would change.
 */
export async function runChange(ctx: Context, typed: Typed, run: Run): Promise<Outcome> {
  const { dry_run, ...args } = typed;
  const isDry = dryRunArgument.safeParse(dry_run);
  if (!isDry.success) return refused(`dry_run: ${isDry.error.issues[0]?.message}`);
  if (isDry.data) return dryRun(ctx, args, run);
  try {
    return await run(ctx, args);
  } catch (error) {
    if (!(error instanceof SecondLook)) throw error;
    const rehearsal = await rehearse(ctx, (inside) => run(inside, { ...args, anyway: "yes" }));
    if (!rehearsal.outcome.ok) return rehearsal.outcome;
    const how = "Nothing was changed. If it is right, repeat it with --anyway and explain it in --reason.";
    return refused(
      [
        `REFUSED: ${error.concerns[0] ?? ""}`,
        ...error.concerns.slice(1),
        `\n${formatResult(planOf(rehearsal))}\n`,
        how,
      ].join("\n"),
    );
  }
}

async function dryRun(ctx: Context, typed: Typed, run: Run): Promise<Outcome> {
  const concerns: string[] = [];
  const rehearsal = await rehearse(ctx, async (inside) => {
    try {
      return await run(inside, typed);
    } catch (error) {
      if (!(error instanceof SecondLook)) throw error;
      concerns.push(...error.concerns);
      return run(inside, { ...typed, anyway: "yes" });
    }
  });
  if (!rehearsal.outcome.ok) return rehearsal.outcome;
  const asks = concerns.length > 0 ? { asks_for_anyway: concerns } : {};
  return done({ dry_run: "Nothing was changed.", ...planOf(rehearsal), ...asks });
}

function planOf({ outcome, changes, transfers, jobs, isRailNeeded }: Rehearsal): ShownRow {
  return {
    ...(outcome.ok && { would_answer: outcome.data }),
    ...(isRailNeeded && { rail: "It was not asked; its answer may refuse this." }),
    changes,
    transfers,
    jobs,
  };
}
