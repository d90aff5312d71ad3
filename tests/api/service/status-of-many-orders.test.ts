import { beforeAll, expect, test } from "vitest";
import { orderOutcome } from "../../../upstream/db/schema/order-figures.ts";
import { copyOrder } from "../../support/orders/copied-orders.ts";
import { completedOrder } from "../../support/orders/reviews.ts";
import { freshDatabase } from "../../support/service/database.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { rowsReadBy } from "../../support/service/rows-read.ts";

const orders = 3_000;
/** Rows of tables and entries of indexes that one call may read, whatever was exchanged. */
const fewRows = 1_000;
let service: Exchange;

beforeAll(async () => {
  service = await exchange({ db: await freshDatabase() });
  const { ref } = await completedOrder(service);
  await copyOrder(service.ctx.db, ref, { count: orders, days: 80, series: "x" });
  expect(await service.ctx.db.orm.$count(orderOutcome)).toBe(orders + 1);
});

const calls = ["exchangeStatus", "exchangePayoutTimes"] as const;

test.each(calls)("%s reads few rows after 3,000 orders", async (name) => {
  const read = await rowsReadBy(service.ctx.db, async () => {
    const answer = await service.call(name, {});
    expect(JSON.stringify(answer.reply())).toContain(`"orders":${orders + 1}`);
  });
  expect(read.filter(([, count]) => count > fewRows)).toEqual([]);
});
