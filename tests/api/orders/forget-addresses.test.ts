import { expect, test } from "vitest";
import { order } from "../../../upstream/db/schema/orders.ts";
import { forgetAddresses } from "../../../upstream/orders/forget-addresses.ts";
import { sweep } from "../../../upstream/orders/sweep.ts";
import { executedRow } from "../../support/orders/order-rows.ts";
import { testContext } from "../../support/service/context.ts";
import { freshDatabase } from "../../support/service/database.ts";

test("the network address of an order is forgotten 180 days after it has ended, not before", async () => {
  const ctx = await testContext(await freshDatabase());
  await executedRow(ctx);
  await ctx.db.orm.update(order).set({ clientAddress: "198.51.100.9" });
  const address = async () => (await ctx.db.orm.select({ kept: order.clientAddress }).from(order))[0]?.kept;
  const day = 86_400;
  await ctx.clock.advance(181 * day);
  await forgetAddresses(ctx);
  expect(await address()).toBe("198.51.100.9");
  await sweep(ctx);
  await ctx.clock.advance(180 * day - 1);
  await forgetAddresses(ctx);
  expect(await address()).toBe("198.51.100.9");
  await ctx.clock.advance(1);
  await forgetAddresses(ctx);
  expect(await address()).toBeNull();
});
