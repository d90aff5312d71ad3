import { eq, isNull } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { member } from "../../../upstream/db/schema/accounts.ts";
import { order } from "../../../upstream/db/schema/orders.ts";
import { executeOrder } from "../../../upstream/orders/execute-order.ts";
import type { OrderRow } from "../../../upstream/orders/order-facts-query.ts";
import { sweep } from "../../../upstream/orders/sweep.ts";
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

async function memberOf({ email }: Payer): Promise<string> {
  const row = { id: "us_anna", email, locale: "en", createdAt: ctx.clock.now() } as const;
  await ctx.db.orm.insert(member).values(row);
  return row.id;
}

const refusal = (limit: number, left: number) => `payer_limit {"limit_usd":"${limit}","left_usd":"${left}","days":180}`;

describe("money that its payer can take back", () => {
  test("is taken from a new payer up to one limit, and from one whose exchange has stood for a month up to another", async () => {
    await pay(anna, "800");
    expect(await place(anna, "300")).toBe(refusal(1000, 200));
    for (const email of ["ANNA@example.com", "anna+second@example.com"])
      expect(await place({ email }, "300")).toBe(refusal(1000, 200));
    expect(typeof (await place(anna, "200"))).toBe("object");
    await ctx.clock.advance(31 * day);
    await sweep(ctx);
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

  test("counts the open orders of a guest, by email and by account", async () => {
    await pay(anna, "300");
    const open = await place({ ...anna, payinAccount: "payer@example.com" }, "400");
    if (typeof open === "string") throw new Error(open);
    expect(await place(anna, "400")).toBe(refusal(1000, 300));
    expect(await place({ email: "b@example.com", payinAccount: "payer@example.com" }, "700")).toBe(refusal(1000, 600));
    expect(await simulateEvent(ctx, open, "pay_partial", "10")).toBeUndefined();
    expect(await place(anna, "400")).toBe(refusal(1000, 300));
    expect(typeof (await place(anna, "300"))).toBe("object");
  });

  test("two orders of a guest at once do not both fit", async () => {
    const drafts = [await draftOf(anna, "700"), await draftOf(anna, "700")];
    const answers = await Promise.all(
      drafts.map((draft) => executeOrder(ctx, draft, "paypal_invoice", "198.51.100.0/24")),
    );
    expect(answers.filter((answer) => isRefusal(answer))).toMatchObject([{ refused: "payer_limit" }]);
  });

  test("a member's limit is not used up by unpaid orders of others with the same email, nor by expired orders", async () => {
    expect(typeof (await place(anna, "900"))).toBe("object");
    expect(await place(anna, "900")).toBe(refusal(1000, 100));
    const memberPayer = { ...anna, ownerId: await memberOf(anna) };
    expect(typeof (await place(memberPayer, "900"))).toBe("object");
    await ctx.db.orm.update(order).set({ emailProof: "link" }).where(isNull(order.ownerId));
    expect(await place(memberPayer, "100")).toBe(refusal(1000, 0));
    await ctx.clock.advance(2 * day);
    await sweep(ctx);
    expect(typeof (await place(anna, "900"))).toBe("object");
  });

  test("counts with a member's own orders that wait for their payment, two at once included", async () => {
    const memberPayer = { ...anna, ownerId: await memberOf(anna) };
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
