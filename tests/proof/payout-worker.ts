/**
 * The service of `payout-kill.ts`, in a process of its own: makes orders, moves their payouts on, and ends itself with
 * SIGKILL at the step it was told. A step is a statement to the database, a commit, or a call of the rail or its answer.
 * The rail's book is in the parent process.
 */
import { eq } from "drizzle-orm";
import { openDatabase } from "../../upstream/db/open.ts";
import { order } from "../../upstream/db/schema/index.ts";
import { selectMovements } from "../../upstream/payouts/movement.ts";
import { recheckFailed } from "../../upstream/payouts/recheck-failed.ts";
import { resumeWaiting } from "../../upstream/payouts/resume-waiting.ts";
import { balancesOf, fundedAssets, readOurBooks } from "../support/payouts/compare-books.ts";
import { payThrough } from "../support/payouts/hostile-rail.ts";
import * as desk from "../support/payouts/movement-desk.ts";
import { parentRail } from "../support/payouts/parent-rail.ts";
import { inSteps } from "../support/payouts/steps.ts";
import type { FromWorker, WorkerTask } from "../support/payouts/worker-messages.ts";
import { testContext } from "../support/service/context.ts";

const tell = (message: FromWorker) =>
  new Promise<void>((resolve) => process.send?.(message, undefined, {}, () => resolve()));
process.on("disconnect", () => process.exit(1));
const task = await new Promise<WorkerTask>((resolve) => {
  process.once("message", (first: WorkerTask) => resolve(first));
  void tell({ about: "ready" });
});

let steps = Number.NEGATIVE_INFINITY;
const step = () => {
  steps += 1;
  if (steps >= task.killAt) process.kill(process.pid, "SIGKILL");
};
const { db } = await openDatabase(task.where);
const ctx = await testContext(inSteps(db, step));
let lastNumber = 0;
const next = () => {
  lastNumber += 1;
  return `${task.round}x${lastNumber}`;
};
Object.assign(ctx.ids, { newId: (prefix: string) => `${prefix}_${next()}`, newRef: () => `R${next()}` });
payThrough(ctx, parentRail(tell, step));
if (task.round === 0) {
  for (const asset of fundedAssets) await desk.operator(ctx, "anna", "reserve fund", { asset, amount: "9000000" });
  await tell({ about: "before", balances: await balancesOf(ctx) });
}
for (const input of task.orders) await desk.paidOrder(ctx, input);
const rows = await selectMovements(ctx.db.orm);
const reverted = rows.filter(({ state }) => state === "reverted").map(({ id }) => id);
await tell({ about: "booked", reverted, arrived: await desk.arrivedAtDeposits(ctx) });
// The jobs of processes that were killed are lost here; the service keeps its own in the database.
const unsent = await ctx.db.orm.select({ ref: order.ref }).from(order).where(eq(order.status, "processing"));
for (const { ref } of unsent) ctx.jobs.waiting.push({ name: "payout", payload: { ref } });
steps = 0;
await desk.sweepAll(ctx);
await desk.runMoneyJobs(ctx);
await desk.advanceAll(ctx, await desk.openIds(ctx), () => task.round % 3 === 0);
await desk.advanceAll(ctx, task.changed, () => false);
await Promise.all([resumeWaiting(ctx), recheckFailed(ctx)]);
if (task.orders.length > 0) await desk.nameOtherAccounts(ctx, task.round);
const taken = steps;
steps = Number.NEGATIVE_INFINITY;
await tell({ about: "done", steps: taken, open: (await desk.openIds(ctx)).length, books: await readOurBooks(ctx) });
await db.close();
process.exit(0);
