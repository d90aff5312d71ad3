import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { outgoing } from "../../../upstream/db/schema/index.ts";
import { isOperatorsWord } from "../../../upstream/rails/evm/payouts/operators-word.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { executedRow } from "../../support/orders/order-rows.ts";
import { payoutDesk } from "../../support/payouts/payout-desk.ts";
import { otherAddress } from "../../support/withdrawals/withdrawals.ts";

test("a refund to an account that an operator named is an operator's word; a payout to the customer's account is not", async () => {
  const desk = await payoutDesk();
  const ref = await desk.paidOrder();
  await desk.work();
  const held = await executedRow(desk.ctx);
  await simulateEvent(desk.ctx, held, "pay_partial", "100");
  const args = { ref: held.ref, account: otherAddress, anyway: "yes" };
  expect(await desk.as("anna")("orders refund", args)).toMatchObject({ ok: true });
  await desk.work();

  const wordOf = async (order: string, kind: "payout" | "refund") => {
    const ofOrder = and(eq(outgoing.orderRef, order), eq(outgoing.kind, kind));
    const [movement] = await desk.ctx.db.orm.select().from(outgoing).where(ofOrder);
    if (!movement) throw new Error(`There is no ${kind} of ${order}`);
    return isOperatorsWord(desk.ctx, movement);
  };
  expect(await wordOf(ref, "payout")).toBe(false);
  expect(await wordOf(held.ref, "refund")).toBe(true);
  expect(await isOperatorsWord(desk.ctx, { id: "nobody-asked" })).toBe(true);
});
