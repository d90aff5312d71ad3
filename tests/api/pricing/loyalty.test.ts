import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { order as orders, promo } from "../../../upstream/db/schema/index.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import {
  acceptTerms,
  executeDraft,
  giveDetails,
  openDraft,
  track,
  usdtToPaypal,
} from "../../support/orders/order-steps.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, type Member, signedIn, signedUp } from "../../support/service/members.ts";

const year = 365 * 86_400;
let service: Exchange;
let anna: Member;
const db = () => service.upstream.context.db.orm;

beforeEach(async () => {
  service = await exchange();
  anna = await signedUp(service, "anna@example.com");
});

describe("a member's tier", () => {
  test("follows from what was completed in twelve months, and ends when that is too little", async () => {
    expect(await memberLoyalty()).toMatchObject({
      tier: null,
      turnover_usd: "0.00",
      next_tier: "silver",
      ends_at: null,
    });
    await completed("600");
    expect(await memberLoyalty()).toMatchObject({ tier: null, discount_percent: "0" });
    await service.pass(600);
    await completed("600");
    const second = await memberLoyalty();
    expect(second).toMatchObject({
      tier: "silver",
      discount_percent: "10",
      next_tier: "gold",
      next_tier_at: "10000.00",
    });
    expect(Number(second?.turnover_usd)).toBeGreaterThan(1190);
    const [first] = await db().select().from(orders).orderBy(orders.createdAt).limit(1);
    expect(Date.parse(second?.ends_at ?? "")).toBe((first?.completedAt?.getTime() ?? 0) + year * 1000);

    await service.pass((Date.parse(second?.ends_at ?? "") - service.upstream.context.clock.now().getTime()) / 1000);
    anna.token = await signedIn(service, anna.email);
    expect(await memberLoyalty()).toMatchObject({ tier: null, ends_at: null });
  });

  test("counts no order that was reopened or belongs to another, and is off without tiers", async () => {
    const ref = await completed("1200");
    expect(await memberLoyalty()).toMatchObject({ tier: "silver" });
    await db().update(orders).set({ status: "disputed" }).where(eq(orders.ref, ref));
    expect(await memberLoyalty()).toMatchObject({ tier: null });
    service.upstream.context.env.LOYALTY_TIERS = [];
    expect(await memberLoyalty()).toBeNull();
  });
});

describe("the discount", () => {
  beforeEach(async () => {
    await completed("1200");
  });

  test("is in the member's quote, order and receipt, and in nobody else's", async () => {
    const query = { ...usdtToPaypal, side: "from" } as const;
    const guests = (await service.call("exchangeQuote", { query })).reply().data;
    const mine = (await service.call("exchangeQuote", { query, ...by(anna.token) })).reply().data;
    expect(guests.loyalty).toBeNull();
    expect(mine.loyalty).toMatchObject({ tier: "silver", discount_percent: "10" });
    expect(cents(mine.to.amount) - cents(guests.to.amount)).toBe(cents(mine.loyalty?.gain));
    expect(cents(guests.fees[0]?.amount) - cents(mine.fees[0]?.amount)).toBe(cents(mine.loyalty?.gain));

    const ref = await completed("500");
    const trackedOrder = await trackedByMember(ref);
    expect(trackedOrder).toMatchObject({ status: "completed", loyalty: mine.loyalty, to: { sent: mine.to.amount } });
    const receipt = await service.call("receipt", { query: { ref }, ...by(anna.token) });
    expect(receipt.reply().data.order.loyalty).toEqual(mine.loyalty);
    expect(await verify(service.upstream.context.db)).toEqual([]);
  });

  test("is never kept by a shared cache", async () => {
    const response = await service.call("exchangeQuote", {
      query: { ...usdtToPaypal, side: "from" },
      ...by(anna.token),
    });
    expect(response.headers.get("Cache-Control")).toMatch(/^private/);
  });

  test("stays on an order whatever its member exchanges later", async () => {
    const draft = await openDraft(asMember());
    expect(draft.order.loyalty).toMatchObject({ tier: "silver" });
    await completed("4900");
    await completed("4900");
    expect(await memberLoyalty()).toMatchObject({ tier: "gold" });
    expect((await track(service, draft)).loyalty).toEqual(draft.order.loyalty);
    expect((await openDraft(asMember())).order.loyalty).toMatchObject({ tier: "gold", discount_percent: "20" });
  });

  test("counts beside a bonus code, and gives way to a larger fee discount", async () => {
    await make({ code: "BONUS", kind: "fixed_bonus", value: "5" });
    await make({ code: "HALF", kind: "fee_discount_percent", value: "50" });
    await make({ code: "FIVE", kind: "fee_discount_percent", value: "5" });
    const bonus = await openDraft(asMember(), { promo: "BONUS" });
    expect(bonus.order).toMatchObject({ loyalty: { tier: "silver" }, promo: { code: "BONUS", gain: "5.00" } });

    const half = await openDraft(asMember(), { promo: "HALF" });
    expect(half.order).toMatchObject({ loyalty: null, promo: { code: "HALF" } });
    const plain = await openDraft(asMember());
    expect(cents(half.order.to.amount) - cents(plain.order.to.amount)).toBe(cents(half.order.promo?.gain));

    const five = await service.call("exchangeStepOne", { body: { ...usdtToPaypal, promo: "FIVE" }, ...by(anna.token) });
    expect(five.problem().errors).toMatchObject([{ pointer: "/promo", code: "promo_loyalty" }]);
    const asked = { code: "FIVE", from: "usdt-trc20", to: "paypal-usd", amount: "500", side: "from" } as const;
    const response = await service.call("promoValidate", { body: asked, ...by(anna.token) });
    expect(response.reply().data).toMatchObject({ valid: false, reason: "loyalty" });
    expect((await service.call("promoValidate", { body: asked })).reply().data).toMatchObject({ valid: true });
  });

  test("comes back when the email may not use the code that took its place", async () => {
    await make({ code: "FIRST", kind: "fee_discount_percent", value: "50", newUsersOnly: true });
    const draft = await openDraft(asMember(), { promo: "FIRST" });
    expect(draft.order.loyalty).toBeNull();
    const detailed = (await giveDetails(asMember(), draft, { email: anna.email })).reply().data;
    expect(detailed).toMatchObject({
      promo: null,
      promo_refused: { reason: "new_users_only" },
      loyalty: { tier: "silver" },
    });
    expect(detailed.to.amount).toBe((await openDraft(asMember())).order.to.amount);
  });
});

const cents = (amount: string | undefined) => BigInt((amount ?? "0").replace(".", ""));

/** The same calls with the member's session. */
function asMember(): Pick<Exchange, "call"> {
  return { call: (name, input) => service.call(name, { ...by(anna.token), ...input }) };
}

async function memberLoyalty() {
  return (await service.call("memberProfile", by(anna.token))).reply().data.loyalty;
}

/** An exchange of this many USDT, paid and paid out. Returns its number. */
async function completed(amount: string): Promise<string> {
  const draft = await openDraft(asMember(), { amount });
  await giveDetails(asMember(), draft, { email: anna.email });
  await acceptTerms(asMember(), draft);
  (await executeDraft(asMember(), draft)).reply();
  (await service.call("sandboxEvents", { token: draft.token, body: { ref: draft.ref, event: "pay_exact" } })).reply();
  await service.pass(1);
  await service.pass(1);
  expect(await trackedByMember(draft.ref)).toMatchObject({ status: "completed" });
  return draft.ref;
}

async function trackedByMember(ref: string) {
  return (await service.call("exchangeTrack", { query: { ref }, ...by(anna.token) })).reply().data;
}

async function make(row: Partial<typeof promo.$inferInsert> & { code: string }): Promise<void> {
  const createdAt = service.upstream.context.clock.now();
  await db()
    .insert(promo)
    .values({ kind: "rate_bonus_bps", value: "10", pairs: [], createdAt, ...row });
}
