import type { Context } from "../../ports/context.ts";
import { autopay } from "./autopay.ts";
import { runDueDeposits } from "./deposits/run-deposits.ts";
import { reportChanged } from "./invoice/apply-invoice-change.ts";
import { deliverDue } from "./nebulox/deliver.ts";
import { runDueSteps } from "./run-steps.ts";

/** Runs all due steps of the sandbox rails by the service's clock; does nothing with real rails. */
export async function runDue(ctx: Context): Promise<void> {
  if (!ctx.rails.hasSimulated) return;
  if (ctx.env.SANDBOX_AUTOPAY) await autopay(ctx);
  await reportChanged(ctx);
  let stepCount = 0;
  do stepCount = (await runDueSteps(ctx)) + (await deliverDue(ctx)) + (await runDueDeposits(ctx));
  while (stepCount > 0);
}
