import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { member } from "../../../upstream/db/schema/accounts.ts";
import { order } from "../../../upstream/db/schema/orders.ts";
import { unpaidDay, unpaidHold } from "../../../upstream/db/schema/unpaid.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { executeOrder } from "../../../upstream/orders/execute-order.ts";
import type { OrderRow } from "../../../upstream/orders/order-facts-query.ts";
import { sweep } from "../../../upstream/orders/sweep.ts";
import { forgetPastDays } from "../../../upstream/orders/unpaid/unpaid-holds.ts";
import { jobWork } from "../../../upstream/program/job-work.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { isRefusal } from "../../../upstream/shared/rules/refusal.ts";
import { acceptedRow } from "../../support/orders/order-rows.ts";
import { acceptTerms, giveDetails, openDraft } from "../../support/orders/order-steps.ts";
import { type TestContext, testContext } from "../../support/service/context.ts";
import { freshDatabase } from "../../support/service/database.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { collectingPost } from "../../support/service/post.ts";

let ctx: TestContext;

const open = async (limits = "") => {
  ctx = await testContext(await freshDatabase(), { UNPAID_LIMITS: limits });
};
beforeEach(() => open());

type Visitor = { network: string; email: string; ownerId?: string };
const visitor = (at: number): Visitor => ({ network: `198.51.${at}.0/24`, email: `visitor${at}@example.com` });

async function draftOf({ email, ownerId = undefined }: Visitor, amount: string): Promise<OrderRow> {
  const draft = await acceptedRow(ctx, { amount });
  const theirs = { email, ownerId: ownerId ?? null };
  await ctx.db.orm.update(order).set(theirs).where(eq(order.ref, draft.ref));
  return { ...draft, ...theirs };
}

/** The executed order, or the refusal's code. */
async function place(who: Visitor, amount: string): Promise<OrderRow | string> {
  const answer = await executeOrder(ctx, await draftOf(who, amount), "crypto_address", who.network);
  return isRefusal(answer) ? answer.refused : answer;
}

const windowMinutes = (row: OrderRow | string) =>
  typeof row === "string" ? row : ((row.rateLockedUntil?.getTime() ?? 0) - ctx.clock.now().getTime()) / 60_000;
const holds = () => ctx.db.orm.select().from(unpaidHold);
const days = () => ctx.db.orm.select().from(unpaidDay);
const reserve = async () => (await ctx.market.snapshot()).assets.find(({ id }) => id === "paypal-usd")?.reserve ?? 0n;

describe("unpaid orders", () => {
  test("of one visitor hold a first order of any size and then their share of the reserve, by network and by mailbox", async () => {
    const all = await reserve();
    expect(windowMinutes(await place(visitor(1), "5000"))).toBe(30);
    expect(await place(visitor(1), "500")).toBe("unpaid_limit");
    // Other spellings of one mailbox, from other networks.
    for (const email of ["Visitor1@example.com", "visitor1+2@example.com"])
      expect(await place({ network: "203.0.113.0/24", email }, "500")).toBe("unpaid_limit");
    // Other mailboxes of one network.
    let refused = 0;
    for (let at = 0; at < 12; at += 1) {
      const answer = await place({ ...visitor(1), email: `other${at}@example.com` }, "1000");
      if (answer === "unpaid_limit") refused += 1;
    }
    const held = (await holds()).reduce((sum, { amount }) => sum + amount, 0n);
    expect(refused).toBeGreaterThan(0);
    expect(held * 100n).toBeLessThanOrEqual(all * 20n);
  });

  test("of one member count together, whatever email and network they use", async () => {
    const row = { id: "mem_1", email: "anna@example.com", locale: "en", createdAt: ctx.clock.now() } as const;
    await ctx.db.orm.insert(member).values(row);
    const theirs = (at: number) => ({ ...visitor(at), ownerId: row.id });
    expect(windowMinutes(await place(theirs(1), "2000"))).toBe(30);
    expect(windowMinutes(await place(theirs(2), "1000"))).toBe(10);
    expect(await place(theirs(3), "3000")).toBe("unpaid_limit");
    expect(windowMinutes(await place(visitor(4), "3000"))).toBe(30);
  });

  test("are at most five for one mailbox, and one that is cancelled or paid makes room", async () => {
    const placed: OrderRow[] = [];
    for (let at = 0; at < 5; at += 1) {
      const row = await place(visitor(1), "30");
      if (typeof row !== "string") placed.push(row);
    }
    expect(await place(visitor(1), "30")).toBe("unpaid_limit");
    const [first, second] = placed;
    if (!first || !second) throw new Error("Nothing was placed");
    expect(await simulateEvent(ctx, first, "pay_exact", null)).toBeUndefined();
    expect(typeof (await place(visitor(1), "30"))).toBe("object");
    expect(await place(visitor(1), "30")).toBe("unpaid_limit");
    await ctx.clock.advance(31 * 60);
    await sweep(ctx);
    expect(typeof (await place(visitor(1), "30"))).toBe("object");
    expect(second.ref).not.toBe(first.ref);
  });

  test("count while only a part of the agreed amount is paid", async () => {
    const row = await place(visitor(1), "5000");
    if (typeof row === "string") throw new Error(row);
    await simulateEvent(ctx, row, "pay_partial", "20");
    expect(await place(visitor(1), "500")).toBe("unpaid_limit");
    await simulateEvent(ctx, row, "pay_partial", "4980");
    expect(typeof (await place(visitor(1), "500"))).toBe("object");
  });

  test("count against the day of their parties until midnight, unless they are paid", async () => {
    await open("day=15");
    const [, paid] = [await place(visitor(1), "2000"), await place(visitor(2), "5000")];
    if (typeof paid === "string") throw new Error(paid);
    await simulateEvent(ctx, paid, "pay_exact", null);
    await ctx.clock.advance(31 * 60);
    await sweep(ctx);
    expect(await holds()).toEqual([]);
    expect(typeof (await place(visitor(2), "5000"))).toBe("object");
    expect(typeof (await place(visitor(1), "4000"))).toBe("object");
    await ctx.clock.advance(31 * 60);
    await sweep(ctx);
    expect(await place(visitor(1), "1000")).toBe("unpaid_limit");
    await ctx.clock.advance(24 * 3600);
    await forgetPastDays(ctx, ctx.clock.now());
    expect(await days()).toEqual([]);
    expect(typeof (await place(visitor(1), "1000"))).toBe("object");
  });

  test("from addresses that cannot be read are one network", async () => {
    const unknown = (at: number) => ({ network: "unknown", email: `visitor${at}@example.com` });
    await place(unknown(1), "5000");
    await place(unknown(2), "4000");
    expect(await place(unknown(3), "1200")).toBe("unpaid_limit");
  });

  test("executed 32 at once from one network hold no more than its share", async () => {
    const all = await reserve();
    const drafts: OrderRow[] = [];
    for (let at = 0; at < 32; at += 1) drafts.push(await draftOf(visitor(at), "2000"));
    const answers = await Promise.all(
      drafts.map((draft) => executeOrder(ctx, draft, "crypto_address", "198.51.100.0/24")),
    );
    const held = answers.reduce((sum, answer) => sum + (isRefusal(answer) ? 0n : answer.toAmount), 0n);
    expect(held * 100n).toBeLessThanOrEqual(all * 20n);
    expect(held * 100n).toBeGreaterThan(all * 15n);
    const refusals = answers.filter(isRefusal).map(({ refused }) => refused);
    expect(new Set(refusals)).toEqual(new Set(["unpaid_limit"]));
    expect(await verify(ctx.db)).toEqual([]);
  });
});

describe("many visitors who never pay", () => {
  /** Together they want twice the reserve. */
  const size = Number(process.env.VISITORS ?? 50);
  const amount = String(100_000 / size);
  /** Five mailboxes in each network; a fifth of them behind a proxy that hides its visitors. */
  const crowd = Array.from({ length: size }, (_, at) => {
    const network = at % 5 === 4 ? "unknown" : `198.51.${at % Math.ceil(size / 5)}.0/24`;
    return { network, email: `crowd${at}@example.com` };
  });
  const buyer = { network: "203.0.113.0/24", email: "buyer@example.com" };

  test("leave a buyer from a fresh network an order at once, and any order after ten minutes", async () => {
    for (const stranger of crowd) await place(stranger, amount);
    ctx.market.changed();
    expect(typeof (await place(buyer, "100"))).toBe("object");
    await ctx.clock.advance(10 * 60);
    await sweep(ctx);
    ctx.market.changed();
    expect(windowMinutes(await place({ ...buyer, email: "another@example.com" }, "4000"))).toBeGreaterThanOrEqual(10);
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("take everything where no limit applies: ten of them are enough", async () => {
    await open("off");
    for (const stranger of crowd.slice(0, 10)) expect(typeof (await place(stranger, "5000"))).toBe("object");
    ctx.market.changed();
    await expect(place(buyer, "500")).rejects.toThrow("reserve_insufficient");
  });
});

test("hashes of network and email are kept only while the order is unpaid, and tell nothing", async () => {
  const [paid, left] = [await place(visitor(1), "100"), await place(visitor(2), "100")];
  if (typeof paid === "string" || typeof left === "string") throw new Error("Refused");
  const text = JSON.stringify([await holds(), await days()], (_, value) =>
    typeof value === "bigint" ? value.toString() : value,
  );
  expect(text).not.toMatch(/198\.51|visitor|example/);
  const [firstHold, secondHold] = await holds();
  expect((await days()).map(({ party }) => party)).not.toContain(firstHold?.network);
  expect(firstHold?.network).not.toBe(secondHold?.network);

  await simulateEvent(ctx, paid, "pay_exact", null);
  await ctx.jobs.run(jobWork(ctx, collectingPost()));
  expect((await holds()).map(({ orderRef }) => orderRef)).toEqual([left.ref]);
  await ctx.clock.advance(31 * 60);
  await sweep(ctx);
  expect(await holds()).toEqual([]);
});

test("today shows how much unpaid orders hold", async () => {
  await place(visitor(1), "1000");
  await place(visitor(2), "1000");
  const today = await runCommand(ctx, { command: "today", args: {}, operator: { name: "anna" } });
  expect(today.ok && today.data).toMatchObject({
    unpaid_orders: [{ asset: "paypal-usd", orders: 2, held: "1918.94", of_reserve: "4.0 %" }],
  });
});

describe("over HTTP", () => {
  const secret = "s".repeat(40);
  const peer = { address: "192.0.2.1", isTrusted: false };

  /** Executes an order of a site's visitor; the site forwards the address with its secret. */
  async function answerTo(service: Exchange, headers: Record<string, string>, email: string) {
    const draft = await openDraft(service, { amount: "4000" });
    await giveDetails(service, draft, { email });
    await acceptTerms(service, draft);
    const body = { ref: draft.ref, pay_with: "crypto_address" } as const;
    return service.call("exchangeExecute", { token: draft.token, key: draft.ref, body, headers, peer });
  }

  test("the visitor's network counts where the site knows the secret, and the site's own where it does not", async () => {
    const service = await exchange({ settings: { UNPAID_LIMITS: "network=10", API_CLIENT_SECRET: secret } });
    const visitorAt = (address: string) => ({ "Client-Secret": secret, "Client-Address": address });
    const status = async (headers: Record<string, string>, at: number) =>
      (await answerTo(service, headers, `visitor${at}@example.com`)).status;
    expect(await status(visitorAt("198.51.100.7"), 1)).toBe(200);
    expect(await status(visitorAt("198.51.100.8"), 2)).toBe(409);
    expect(await status(visitorAt("2001:db8:1:2::3"), 3)).toBe(200);
    expect(await status(visitorAt("2001:db8:1:9::3"), 4)).toBe(409);
    expect(await status(visitorAt("unknown"), 5)).toBe(200);
    expect(await status(visitorAt("gossip"), 6)).toBe(409);
    expect(await status({ "Client-Address": "203.0.113.1" }, 7)).toBe(200);
    expect(await status({ "Client-Address": "203.0.114.1" }, 8)).toBe(409);
  });

  test.each([
    ["en", "Other orders are waiting for payment"],
    ["ru", "Другие заявки ждут оплаты"],
  ])("the refusal in %s says what to do and when it ends", async (language, title) => {
    const service = await exchange({ settings: { UNPAID_LIMITS: "" } });
    await answerTo(service, {}, "visitor@example.com");
    await service.pass(120);
    const response = await answerTo(service, { "Accept-Language": language }, "visitor@example.com");
    expect(response.problem()).toMatchObject({ code: "unpaid_limit", title, retry_after_seconds: 28 * 60 });
    expect(response.headers.get("Retry-After")).toBe(String(28 * 60));
  });
});
