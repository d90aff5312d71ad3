import { expect, test } from "vitest";
import { available } from "../../../upstream/ledger/read.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { advance } from "../../../upstream/payouts/advance.ts";
import { payoutDesk } from "../../support/payouts/payout-desk.ts";

test("a payout that its rail forgets is sent again by the same plan, shown to operators, and booked once", async () => {
  const desk = await payoutDesk();
  const booked = () => available(desk.ctx.db.orm, accounts.rail("sandbox-paypal", "paypal-usd"));
  const before = await booked();
  desk.rail.reading = { state: "pending" };
  const ref = await desk.paidOrder();
  await desk.work();
  // The scripted rail refuses any other plan than the one that was prepared and stored first.
  desk.rail.preparation = { state: "prepared", plan: "another plan" };
  for (let round = 0; round < 4; round += 1) {
    await desk.ctx.clock.advance(1_000);
    desk.rail.reading = round % 2 === 0 ? { state: "unknown" } : { state: "pending" };
    await advance(desk.ctx, `${ref}-payout-1`);
  }
  const { id, state } = await desk.read(ref);
  expect({ state, sent: [...desk.rail.sent] }).toEqual({ state: "broadcast", sent: [[id, 3]] });
  expect(await desk.as("anna")("today")).toMatchObject({ ok: true, data: { payouts_unconfirmed: [{ id }] } });
  expect(before - (await booked())).toBe(47_973n);
  desk.rail.reading = undefined;
  await advance(desk.ctx, `${ref}-payout-1`);
  await advance(desk.ctx, `${ref}-payout-1`);
  expect(await desk.read(ref)).toMatchObject({ status: "completed", state: "settled", id });
  expect([...desk.rail.sent]).toEqual([[id, 3]]);
  expect(before - (await booked())).toBe(47_973n);
  expect(await verify(desk.ctx.db)).toEqual([]);
});
