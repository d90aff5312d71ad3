import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { member } from "../../../upstream/db/schema/accounts.ts";
import { order } from "../../../upstream/db/schema/orders.ts";
import { executeOrder } from "../../../upstream/orders/execute-order.ts";
import type { OrderRow } from "../../../upstream/orders/order-facts-query.ts";
import { jobWork } from "../../../upstream/program/job-work.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { isRefusal } from "../../../upstream/shared/rules/refusal.ts";
import { acceptedRow } from "../../support/orders/order-rows.ts";
import { type TestContext, testContext } from "../../support/service/context.ts";
import { freshDatabase } from "../../support/service/database.ts";
import { collectingPost } from "../../support/service/post.ts";

let ctx: TestContext;
const day = 86_400;

beforeEach(async () => {
  ctx = await testContext(await freshDatabase(), { PAYER_LIMITS: "new=1000,payer=3000,days=30" });
});

type Payer = { email: string; ownerId?: string; payinAccount?: string };
const anna: Payer = { email: "anna@example.com" };

async function draftOf(payer: Payer, amount: string): Promise<OrderRow> {
  const draft = await acceptedRow(ctx, { from: "paypal-usd", to: "usdt-trc20", amount });
  const theirs = { ownerId: null, ...payer };
  await ctx.db.orm.update(order).set(theirs).where(eq(order.ref, draft.ref));
  return { ...draft, ...theirs };
}

/** The executed order, or the code of the refusal with what is left. */
async function place(payer: Payer, amount: string): Promise<OrderRow | string> {
  const draft = await draftOf(payer, amount);
  const answer = await executeOrder(ctx, draft, "paypal_invoice", "198.51.100.0/24");
  if (!isRefusal(answer)) return answer;
  return `${answer.refused} ${JSON.stringify(answer.extra?.limit)}`;
}

async function pay(payer: Payer, amount: string): Promise<OrderRow> {
  const row = await place(payer, amount);
  if (typeof row === "string") throw new Error(row);
  await simulateEvent(ctx, row, "pay_exact", null);
  await ctx.jobs.run(jobWork(ctx, collectingPost()));
  return row;
}

const refusal = (limit: number, left: number) => `payer_limit {"limit_usd":"${limit}","left_usd":"${left}","days":180}`;

describe("money that its payer can take back", () => {
  test("is taken from a new payer up to one limit, and from one whose exchange has stood for a month up to another", async () => {
    await pay(anna, "800");
    expect(await place(anna, "300")).toBe(refusal(1000, 200));
    expect(await place({ email: "ANNA@example.com" }, "300")).toBe(refusal(1000, 200));
    expect(typeof (await place(anna, "200"))).toBe("object");
    await ctx.clock.advance(31 * day);
    for (const amount of ["1000", "1000"]) await pay(anna, amount);
    expect(await place(anna, "300")).toBe(refusal(3000, 200));
    await ctx.clock.advance(150 * day);
    expect(typeof (await place(anna, "900"))).toBe("object");
  });

  test("counts by the paying account too, whatever the email", async () => {
    await pay({ ...anna, payinAccount: "payer@example.com" }, "800");
    const other = { email: "boris@example.com", payinAccount: "Payer@example.com" };
    expect(await place(other, "300")).toBe(refusal(1000, 200));
    expect(typeof (await place({ email: "boris@example.com", payinAccount: "b@example.com" }, "300"))).toBe("object");
  });

  test("is not used up by strangers who type another's email and do not pay", async () => {
    for (let at = 0; at < 3; at += 1) expect(typeof (await place(anna, "900"))).toBe("object");
    expect(typeof (await place(anna, "900"))).toBe("object");
  });

  test("counts with a member's own orders that wait for their payment, two at once included", async () => {
    const now = ctx.clock.now();
    await ctx.db.orm.insert(member).values({ id: "us_anna", email: anna.email, locale: "en", createdAt: now });
    const memberPayer = { ...anna, ownerId: "us_anna" };
    const drafts = [await draftOf(memberPayer, "700"), await draftOf(memberPayer, "700")];
    const answers = await Promise.all(
      drafts.map((draft) => executeOrder(ctx, draft, "paypal_invoice", "198.51.100.0/24")),
    );
    expect(answers.filter((answer) => isRefusal(answer))).toMatchObject([{ refused: "payer_limit" }]);
  });

  test("has no limit where the payment cannot be taken back", async () => {
    const draft = await acceptedRow(ctx, { amount: "5000" });
    expect(isRefusal(await executeOrder(ctx, draft, "crypto_address", "198.51.100.0/24"))).toBe(false);
  });
});
