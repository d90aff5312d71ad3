import { sql } from "drizzle-orm";
import { sandboxDepositStep, sandboxInvoice, sandboxSessionEvent, sandboxStep } from "../../db/schema/index.ts";
import type { Context } from "../../ports/context.ts";
import { autopay } from "./autopay.ts";
import { isDepositDue, runDueDeposits } from "./deposits/run-deposits.ts";
import { reportChanged } from "./invoice/apply-invoice-change.ts";
import { isUnreported } from "./invoice/invoice-store.ts";
import { isStepDue } from "./lease.ts";
import { deliverDue, isEventDue } from "./nebulox/deliver.ts";
import { runDueSteps } from "./run-steps.ts";

/** Runs all due steps of the sandbox rails by the service's clock; does nothing with real rails. */
export async function runDue(ctx: Context): Promise<void> {
  if (!ctx.rails.hasSimulated) return;
  if (ctx.env.SANDBOX_AUTOPAY) await autopay(ctx);
  if (!(await isAnyDue(ctx))) return;
  await reportChanged(ctx);
  let stepCount = 0;
  do stepCount = (await runDueSteps(ctx)) + (await deliverDue(ctx)) + (await runDueDeposits(ctx));
  while (stepCount > 0);
}

/** Asked in one statement, since it is repeated all the time and mostly nothing is due. */
async function isAnyDue({ db, clock }: Context): Promise<boolean> {
  const now = clock.now();
  const due = [
    sql`select 1 from ${sandboxInvoice} where ${isUnreported}`,
    sql`select 1 from ${sandboxStep} where ${isStepDue(now)}`,
    sql`select 1 from ${sandboxSessionEvent} where ${isEventDue(now)}`,
    sql`select 1 from ${sandboxDepositStep} where ${isDepositDue(now)}`,
  ];
  const { rows } = await db.orm.execute(sql`select exists (${sql.join(due, sql` union all `)}) as due`);
  return rows[0]?.due === true;
}
