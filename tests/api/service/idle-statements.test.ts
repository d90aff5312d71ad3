import { expect, test } from "vitest";
import { sweep } from "../../../upstream/orders/sweep.ts";
import { housekeeping } from "../../../upstream/program/housekeeping.ts";
import { serviceTasks } from "../../../upstream/program/tasks.ts";
import { railTasks } from "../../../upstream/rails/rails.ts";
import { executedOrder } from "../../support/orders/order-steps.ts";
import { exchange, testClock } from "../../support/service/exchange.ts";
import { statementsOf } from "../../support/service/statements.ts";

test("a sweep with nothing due takes one statement", async () => {
  const service = await exchange();
  await executedOrder(service);
  await sweep(service.ctx);
  const statements = await statementsOf(() => sweep(service.ctx));
  expect(statements.length, statements.join("\n")).toBeLessThanOrEqual(1);
});

/** Of all scheduled tasks, simulated rails included. To be lowered, never raised. */
const mostPerSecond = 2.5;
/** Of the embedded database alone, which has no processes of its own. */
const embeddedOnly = ["database upkeep"];

test("scheduled tasks with nothing to do take few statements a second", async () => {
  const service = await exchange({ settings: { SANDBOX_PACE_MS: "4000" } });
  await executedOrder(service);
  const all = [...housekeeping(service.ctx, testClock()), ...serviceTasks(service.ctx), ...railTasks(service.ctx)];
  const tasks = all.filter(({ name }) => !embeddedOnly.includes(name));
  // The first turn opens what the next ones find.
  for (const { run } of tasks) await run();
  const rates: { name: string; perSecond: number }[] = [];
  for (const { name, run, everySeconds } of tasks) {
    // Read once a second for all that ask, so none of them counts it. Anew, since an older one would be read again beside the task.
    service.ctx.market.changed();
    await service.ctx.market.snapshot();
    const statements = await statementsOf(run);
    rates.push({ name, perSecond: statements.length / everySeconds });
  }
  const sum = rates.reduce((total, { perSecond }) => total + perSecond, 0);
  expect(sum).toBeGreaterThan(0);
  expect(sum, rates.map(({ name, perSecond }) => `${name} ${perSecond}`).join("\n")).toBeLessThanOrEqual(mostPerSecond);
});
