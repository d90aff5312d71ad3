import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { payment } from "../../../upstream/db/schema/index.ts";
import { available } from "../../../upstream/ledger/read.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { ownAddresses } from "../../../upstream/payouts/own-addresses/own-addresses.ts";
import { sweepables } from "../../../upstream/payouts/sweeps/sweep-due.ts";
import type { PayoutRail } from "../../../upstream/ports/payout-rail.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { executedRow } from "../../support/orders/order-rows.ts";
import { type TestContext, testContext } from "../../support/service/context.ts";
import { freshDatabase } from "../../support/service/database.ts";

const tether = "usdt-trc20";
let ctx: TestContext;
let firstHotAddress: string;

beforeEach(async () => {
  ctx = await testContext(await freshDatabase());
  firstHotAddress = ctx.rails.payoutFor(tether).hotAddress ?? "";
});

/** A second rail for USDT takes over what is new, as the last one named in `RAILS`; the first one goes on running. */
function addSecondRail(): void {
  const { rails } = ctx;
  const second: PayoutRail = { ...rails.payoutFor(tether), id: "second-tron", hotAddress: null };
  ctx.rails = {
    ...rails,
    payoutFor: (asset) => (asset === tether ? second : rails.payoutFor(asset)),
    payoutRail: (asset) => (asset === tether ? second.id : rails.payoutRail(asset)),
    payoutsOf: (asset) => (asset === tether ? [second, ...rails.payoutsOf(asset)] : rails.payoutsOf(asset)),
  };
}

test("a payment at a rail that no longer pays out the asset is booked to that rail's deposit account", async () => {
  const row = await executedRow(ctx);
  addSecondRail();
  expect(await simulateEvent(ctx, row, "pay_exact", null)).toBeUndefined();
  const [paid] = await ctx.db.orm.select().from(payment).where(eq(payment.orderRef, row.ref));
  expect(paid).toMatchObject({ rail: "sandbox-tron", place: "deposits", status: "final" });
  expect(await available(ctx.db.orm, accounts.deposits("sandbox-tron", tether))).toBe(500_000000n);
  expect(await verify(ctx.db)).toEqual([]);
});

test("its deposit addresses are swept to its own address, which stays one of ours", async () => {
  addSecondRail();
  expect(await sweepables(ctx)).toContainEqual({ rail: "sandbox-tron", asset: tether, to: firstHotAddress });
  expect([...(await ownAddresses(ctx, ctx.db.orm, [firstHotAddress]))]).toEqual([[firstHotAddress, "pays_out"]]);
});
