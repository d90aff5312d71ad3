import { beforeAll, expect, test } from "vitest";
import { orderOutcome } from "../../../upstream/db/schema/order-figures.ts";
import { order } from "../../../upstream/db/schema/orders.ts";
import { housekeeping } from "../../../upstream/program/housekeeping.ts";
import { serviceTasks } from "../../../upstream/program/tasks.ts";
import { copyOrder } from "../../support/orders/copied-orders.ts";
import { completedOrder } from "../../support/orders/reviews.ts";
import { freshDatabase } from "../../support/service/database.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { rowsReadBy, vacuumAndAnalyze } from "../../support/service/rows-read.ts";

const orders = 3_000;
/** Rows of a table, and entries of its indexes, that a call or a run of a task may read, whatever was exchanged. */
const fewRows = 1_000;
let service: Exchange;

beforeAll(async () => {
  service = await exchange({ db: await freshDatabase("owner") });
  const { ref } = await completedOrder(service);
  await service.ctx.db.orm.update(order).set({ clientAddress: "198.51.100.9" });
  await copyOrder(service.ctx.db, ref, { count: orders, days: 80, series: "X" });
  await vacuumAndAnalyze();
  expect(await service.ctx.db.orm.$count(orderOutcome)).toBe(orders + 1);
});

async function tablesReadBy(work: () => Promise<unknown>) {
  const read = await rowsReadBy(service.ctx.db, async () => void (await work()));
  return read.filter(([, rows]) => rows > fewRows);
}

test.each(["exchangeStatus", "exchangePayoutTimes"] as const)("%s reads few rows after 3,000 orders", async (name) => {
  const read = await tablesReadBy(async () => {
    const response = await service.call(name, {});
    expect(JSON.stringify(response.reply())).toContain(`"orders":${orders + 1}`);
  });
  expect(read).toEqual([]);
});

test("scheduled tasks read few rows after 3,000 orders", async () => {
  const clock = Object.assign(service.ctx.clock, { refresh: async () => {} });
  const tasks = [...serviceTasks(service.ctx), ...housekeeping(service.ctx, clock)];
  // The first runs invite customers to review what was exchanged of late, a hundred each.
  for (let run = 0; run < 8; run += 1) for (const task of tasks) await task.run();
  const wholeReads: [task: string, table: string, rows: number][] = [];
  for (const task of tasks)
    for (const [table, rows] of await tablesReadBy(() => task.run())) wholeReads.push([task.name, table, rows]);
  expect(wholeReads).toEqual([]);
});
