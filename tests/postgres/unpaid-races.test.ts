import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { order } from "../../upstream/db/schema/orders.ts";
import { accounts } from "../../upstream/ledger/rules/booking.ts";
import { executeOrder } from "../../upstream/orders/execute-order.ts";
import { isRefusal } from "../../upstream/shared/rules/refusal.ts";
import { acceptedRow } from "../support/orders/order-rows.ts";
import { until } from "../support/service/cluster.ts";
import { testContext } from "../support/service/context.ts";
import { freshDatabase, ownerDatabase } from "../support/service/database.ts";
import { waitingLocks } from "../support/service/waiting-locks.ts";

/**
 * Executes one order for each amount, of one mailbox, at once: all have read what is unpaid before the first of them is
 * booked. Returns the minutes to pay, or the refusal's code.
 */
async function executedAtOnce(amounts: readonly string[]): Promise<(number | string)[]> {
  const ctx = await testContext(await freshDatabase(), { UNPAID_LIMITS: "" });
  const drafts = await Promise.all(
    amounts.map(async (amount) => {
      const draft = await acceptedRow(ctx, { amount });
      const theirs = { email: "visitor@example.com" };
      await ctx.db.orm.update(order).set(theirs).where(eq(order.ref, draft.ref));
      return { ...draft, ...theirs };
    }),
  );
  const owner = await ownerDatabase();
  const executing = await owner.transaction(async (tx) => {
    await tx.execute(sql`select id from account where id = ${accounts.reserve("paypal-usd")} for update`);
    const orders = Promise.all(
      drafts.map((draft, at) => executeOrder(ctx, draft, "crypto_address", `198.51.${at}.0/24`)),
    );
    await until(async () => (await waitingLocks(owner)) === amounts.length);
    return { orders };
  });
  return (await executing.orders).map((answer) => {
    if (isRefusal(answer)) return answer.refused;
    return ((answer.rateLockedUntil?.getTime() ?? 0) - ctx.clock.now().getTime()) / 60_000;
  });
}

test("of two orders of one mailbox at once, together above its share of the reserve, one is refused", async () => {
  expect((await executedAtOnce(["5000", "5000"])).map(String).sort()).toEqual(["30", "unpaid_limit"]);
});

test("of two orders of one mailbox at once, the second has the short window where it would have it later", async () => {
  expect((await executedAtOnce(["2000", "1000"])).map(String).sort()).toEqual(["10", "30"]);
});
