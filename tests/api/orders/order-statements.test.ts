import { expect, test, vi } from "vitest";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { acceptTerms, executeDraft, giveDetails, openDraft } from "../../support/orders/order-steps.ts";
import { completedOrder, rowOf } from "../../support/orders/reviews.ts";
import { exchange } from "../../support/service/exchange.ts";
import { statementsOf } from "../../support/service/statements.ts";

/** At most as many for the calls and jobs of one order, with `begin` and `commit`. To be lowered, never raised. */
const most = { execute: 13, whole: 80 };

test("an order takes few statements from its execution to its last email", async () => {
  const settings = { UNPAID_LIMITS: "network=20", PAYOUT_CAPS: "btc:0.6/2/6" };
  const service = await exchange({ settings, jobs: "by hand" });
  const wholeOrder = async () => {
    const draft = await openDraft(service);
    await giveDetails(service, draft, { email: "anna@example.com" });
    await acceptTerms(service, draft);
    const executed = await statementsOf(() => executeDraft(service, draft));
    const row = await rowOf(service, draft.ref);
    const rest = await statementsOf(async () => {
      await service.runJobs();
      await simulateEvent(service.ctx, row, "pay_exact", null);
      await service.runJobs();
    });
    expect((await rowOf(service, draft.ref)).status).toBe("completed");
    return { execute: executed.filter(isOfOrder), whole: [...executed, ...rest].filter(isOfOrder) };
  };
  // With the usual limits and caps, which other tests turn off. The first order opens accounts that the next ones use.
  await wholeOrder();
  const { execute, whole } = await wholeOrder();
  // A recording that misses the driver's statements would keep every limit.
  expect(execute.length).toBeGreaterThan(most.execute / 2);
  expect(execute.length, listed(execute)).toBeLessThanOrEqual(most.execute);
  expect(whole.length, listed(whole)).toBeLessThanOrEqual(most.whole);
});

test("an order that begins and ends no shortfall leaves the market's terms in memory", async () => {
  const service = await exchange();
  const changed = vi.spyOn(service.ctx.market, "changed");
  await completedOrder(service);
  expect(changed).not.toHaveBeenCalled();
});

const listed = (statements: string[]) => statements.map((text) => text.replace(/\s+/g, " ").slice(0, 120)).join("\n");

/** The market in memory is read again after a second by whatever comes next, for all orders of that second. */
function isOfOrder(statement: string): boolean {
  return !/from "(reference_rate|setting)"|from "account" where \("account"\."order_ref" is null|order by "(asset|pair)"/.test(
    statement,
  );
}
