import { eq } from "drizzle-orm";
import { z } from "zod/v4";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import type { Tx } from "../../db/database.ts";
import { asset as assetTable } from "../../db/schema/index.ts";
import { assetArgument, railArgument, reasonArgument } from "../../operator/arguments.ts";
import { recordAudit } from "../../operator/audit.ts";
import { command, done, type Operator, type Outcome, refused } from "../../operator/command.ts";
import type { Context } from "../../ports/context.ts";
import type { SweepGas } from "../../ports/payout-rail.ts";
import { gasOfSweep, requestSweep, type Sweepable } from "../sweeps/request-sweep.ts";
import { sweepables } from "../sweeps/sweep-due.ts";

export const payoutSweepCommands = [
  command({
    name: "payouts sweep",
    summary:
      "Moves what lies at a rail's deposit addresses, the 100 with the most, to where it pays out from, whatever each costs.",
    changes: { asksNothing: "the money stays ours at the same rail, and it goes to the rail's own address only" },
    positional: ["rail", "asset"],
    args: z.object({ rail: railArgument, asset: assetArgument, reason: reasonArgument }),
    run: (ctx, args, operator) => sweep(ctx, args, operator),
  }),
];

type SweepRequest = { rail: string; asset: string; reason: string };

async function sweep(ctx: Context, { rail, asset, reason }: SweepRequest, operator: Operator): Promise<Outcome> {
  const all = await sweepables(ctx);
  const sweepable = all.find((row) => row.rail === rail && row.asset === asset);
  if (!sweepable) {
    const sweepableNames = all.map((row) => `${row.rail} ${row.asset}`).join(", ");
    return refused(`Nothing has to be swept there. Sweeps are for: ${sweepableNames || "no rail"}.`);
  }
  const gas = await gasOfSweep(ctx, sweepable);
  const outcome = await ctx.db.transaction((tx) => sweepIn(ctx, tx, { sweepable, gas, reason }, operator));
  ctx.jobs.wakeWorkers();
  return outcome;
}

type AskedSweep = { sweepable: Sweepable; gas: SweepGas | null; reason: string };

async function sweepIn(
  ctx: Context,
  tx: Tx,
  { sweepable, gas, reason }: AskedSweep,
  operator: Operator,
): Promise<Outcome> {
  const { rail, asset, to } = sweepable;
  const asked = await requestSweep(ctx, tx, sweepable, { gas });
  if (asked === "empty") return refused(`Nothing lies at the deposit addresses of ${asset} at ${rail}.`);
  if (asked === "under_way") return refused(`A sweep of ${asset} at ${rail} is under way: see \`payouts list\`.`);
  if (asked === "no_gas") return refused(`The rail ${rail} lacks the network fee of a sweep.`);
  const [assetRow] = await tx
    .select({ decimals: assetTable.decimals })
    .from(assetTable)
    .where(eq(assetTable.id, asset));
  const amount = formatDecimal(asked.amount, assetRow?.decimals ?? 0);
  const details = { before: "deposits", after: "sweeping", movement: asked.id, asset, amount, account: to };
  await recordAudit(ctx, tx, operator, { action: "sweep_requested", subject: rail, reason, details });
  return done(`${amount} ${asset} are being swept from ${asked.addresses} addresses to ${to}: ${asked.id}.`);
}
