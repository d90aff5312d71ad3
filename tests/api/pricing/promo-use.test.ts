import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { type Order, order as orderSchema } from "../../../contract/order/order.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { member, order, pair, promo, promoUse } from "../../../upstream/db/schema/index.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import {
  acceptTerms,
  executeDraft,
  giveDetails,
  type OpenedOrder,
  openDraft,
  track,
} from "../../support/orders/order-steps.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

const code = "AUTUMN";
let service: Exchange;

beforeEach(async () => {
  service = await exchange();
});

describe("a use of a promo code", () => {
  test("counts once per order, and is released when the order is not paid", async () => {
    await make({ usesLeft: 3 });
    const draft = await confirmed();
    expect(await left()).toBe(3);
    await Promise.all([execute(draft), execute(draft), execute(draft)]);
    expect(await left()).toBe(2);

    (await service.call("exchangeCancel", { token: draft.token, body: { ref: draft.ref } })).reply();
    await service.call("exchangeCancel", { token: draft.token, body: { ref: draft.ref } });
    expect(await left()).toBe(3);

    await execute(await confirmed());
    expect(await left()).toBe(2);
    await service.pass(31 * 60);
    expect(await left()).toBe(3);
    expect(await service.upstream.context.db.orm.select().from(promoUse)).toEqual([]);
  });

  test("stays counted for a paid order, and is counted again when an expired one is paid within the grace time", async () => {
    await make({ usesLeft: 2 });
    const draft = await confirmed();
    await execute(draft);
    await service.pass(40 * 60);
    expect(await left()).toBe(2);
    await pay(draft, "pay_exact");
    const { status, promo } = await track(service, draft);
    expect({ status, code: promo?.code }).toEqual({ status: "completed", code });
    expect(await left()).toBe(1);
  });

  test("is given to one of two concurrent orders for the last use", async () => {
    await make({ usesLeft: 1 });
    const drafts = [
      await confirmed("a@example.com"),
      await confirmed("b@example.com"),
      await confirmed("c@example.com"),
    ];
    const answers = await Promise.all(drafts.map(execute));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
    expect(answers.find(({ status }) => status === 410)?.problem().code).toBe("quote_expired");
    expect(await left()).toBe(0);

    // Another submit continues without the code, at a price that was shown first.
    const loser = drafts.find((_, at) => answers[at]?.status === 410);
    if (!loser) throw new Error("Nobody lost the race");
    const offered = await consent(loser);
    expect(offered.status).toBe(410);
    const order = orderSchema.parse(offered.problem().order);
    expect(order).toMatchObject({ promo: null, promo_refused: { code, reason: "used" } });
    expect(Number(order.to.amount)).toBeLessThan(Number(loser.order.to.amount));
  });

  test("is counted once for one customer's concurrent orders", async () => {
    await make({ usesPerEmail: 1 });
    const drafts = [await confirmed("a@example.com"), await confirmed("A@example.com")];
    const answers = await Promise.all(drafts.map(execute));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
    expect(await service.upstream.context.db.orm.select().from(promoUse)).toHaveLength(1);
  });
});

describe("a restricted promo code", () => {
  test("is removed from the quote when the email does not qualify, and restored when it is corrected", async () => {
    await make({ newUsersOnly: true });
    await execute(await confirmed("old@example.com"));

    const draft = await opened();
    const refused = await detailed(draft, "OLD+again@example.com");
    expect(refused).toMatchObject({ promo: null, promo_refused: { code, reason: "new_users_only" } });
    expect(refused.rate).toBe(draft.order.rate);
    expect(Number(refused.to.amount)).toBeLessThan(Number(draft.order.to.amount));

    const welcome = await detailed(draft, "new@example.com");
    expect(welcome).toMatchObject({ promo: draft.order.promo, promo_refused: null });
    expect(welcome.to.amount).toBe(draft.order.to.amount);
    expect(welcome.quote_expires_at).toBe(draft.order.quote_expires_at);
  });

  test("has a limit per mailbox", async () => {
    await make({ usesPerEmail: 1 });
    await execute(await confirmed("old@example.com"));
    for (const email of ["old@example.com", "old+2@example.com"])
      expect(await detailed(await opened(), email)).toMatchObject({ promo_refused: { reason: "used" } });
    expect((await detailed(await opened(), "other@example.com")).promo?.code).toBe(code);
  });
});

test("the report says what each code cost and brought, by orders that were completed with it", async () => {
  await make({ kind: "fixed_bonus", value: "5" });
  const report = async (since?: string) => {
    const args = since === undefined ? {} : { since };
    return runCommand(service.upstream.context, { command: "promo report", args, operator: { name: "anna" } });
  };
  expect(await report()).toMatchObject({ ok: true, data: [] });
  for (const email of ["new@example.com", "new@example.com", "unpaid@example.com"]) {
    const draft = await confirmed(email, "300");
    await execute(draft);
    if (email.startsWith("new")) await pay(draft, "pay_exact");
  }
  const fee = BigInt((await plainQuote("300")).fees[0]?.amount.replace(".", "") ?? 0);
  expect(await report()).toMatchObject({
    ok: true,
    data: [
      {
        ...{ code, asset: "paypal-usd", orders: 3, completed: 2, first_exchanges: 1 },
        ...{
          cost: "10.00",
          fees: formatDecimal(2n * fee, 2),
          turnover_usd: expect.stringMatching(/^(59|60)\d\.\d\d$/),
        },
      },
    ],
  });
  expect(await report("2030-01-01T00:00:00Z")).toMatchObject({ ok: true, data: [] });

  // A member's second order is not a first exchange, whatever email it has.
  const orders = service.upstream.context.db.orm;
  const anna = {
    id: "us_anna",
    email: "anna@example.com",
    locale: "en",
    createdAt: service.upstream.context.clock.now(),
  } as const;
  await orders.insert(member).values(anna);
  const again = await confirmed("another@example.com", "300");
  await execute(again);
  await pay(again, "pay_exact");
  expect(await report()).toMatchObject({ data: [{ completed: 3, first_exchanges: 2 }] });
  await orders.update(order).set({ emailProof: "link" });
  await orders.update(order).set({ ownerId: anna.id });
  expect(await report()).toMatchObject({ data: [{ completed: 3, first_exchanges: 1 }] });
});

describe("an order exchanged below its code's minimum", () => {
  test.each([
    ["rate_bonus_bps", "100"],
    ["fee_discount_percent", "100"],
    ["fixed_bonus", "9"],
    ["free_payout_fee", "0"],
  ] as const)("loses the code, kind %s: offer, payout and fees are those without it", async (kind, value) => {
    await service.upstream.context.db.orm.update(pair).set({ payoutFee: 1_50n });
    service.upstream.context.market.changed();
    await make({ kind, value, minFrom: "100", usesLeft: 1 });
    const draft = await confirmed();
    await execute(draft);
    await pay(draft, "pay_partial", "60");
    const held = await track(service, draft);
    const offer = held.hold?.options.find(({ action }) => action === "accept_requote");
    const plain = await plainQuote("60");
    expect(offer?.to?.amount).toBe(plain.to.amount);

    const body = { ref: draft.ref, action: "accept_requote" };
    (await service.call("exchangeProcess", { token: draft.token, key: "one", body })).reply();
    const done = await track(service, draft);
    expect(done).toMatchObject({ status: "completed", promo: null, promo_refused: { code, reason: "min_amount" } });
    expect(done.to.sent).toBe(plain.to.amount);
    expect(done.fees).toEqual(plain.fees);
    expect(await left()).toBe(1);
  });

  test("keeps it within the quote's tolerance, and above the code's minimum", async () => {
    await make({ kind: "fixed_bonus", value: "5", minFrom: "100" });
    const exact = await confirmed("a@example.com", "100");
    await execute(exact);
    await pay(exact, "pay_partial", "99.6");
    expect(await track(service, exact)).toMatchObject({ status: "completed", promo: { code, bonus: "5.00" } });

    const part = await confirmed("b@example.com", "500");
    await execute(part);
    await pay(part, "pay_partial", "200");
    const body = { ref: part.ref, action: "accept_requote" };
    (await service.call("exchangeProcess", { token: part.token, key: "one", body })).reply();
    const done = await track(service, part);
    expect(done.promo).toMatchObject({ code, bonus: "5.00", gain: "5.00" });
    expect(done.to.sent).toBe((await plainQuote("200", code)).to.amount);
  });
});

async function make(row: Partial<typeof promo.$inferInsert>): Promise<void> {
  const createdAt = service.upstream.context.clock.now();
  const usual: typeof promo.$inferInsert = { code, kind: "rate_bonus_bps", value: "10", pairs: [], createdAt };
  await service.upstream.context.db.orm.insert(promo).values({ ...usual, ...row });
}

async function left(): Promise<number | null | undefined> {
  const [row] = await service.upstream.context.db.orm.select().from(promo).where(eq(promo.code, code));
  return row?.usesLeft;
}

const opened = (amount = "500") => openDraft(service, { amount, promo: code });

async function detailed(draft: OpenedOrder, email: string): Promise<Order> {
  return (await giveDetails(service, draft, { email })).reply().data;
}

const consent = (draft: OpenedOrder) => acceptTerms(service, draft);

async function confirmed(email = "anna@example.com", amount?: string): Promise<OpenedOrder> {
  const draft = await opened(amount);
  const order = await detailed(draft, email);
  return { ...draft, order: (await consent({ ...draft, order })).reply().data };
}

const execute = (draft: OpenedOrder) => executeDraft(service, draft);

async function pay({ ref, token }: OpenedOrder, event: "pay_exact" | "pay_partial", amount?: string): Promise<void> {
  (await service.call("sandboxEvents", { token, body: { ref, event, amount: amount ?? null } })).reply();
  await service.pass(1);
  await service.pass(1);
}

async function plainQuote(amount: string, withCode?: string) {
  const query = { from: "usdt-trc20", to: "paypal-usd", amount, promo: withCode };
  return (await service.call("exchangeQuote", { query })).reply().data;
}
