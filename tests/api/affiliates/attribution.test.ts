import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { partner } from "../../../upstream/db/schema/affiliates.ts";
import { attributionOf, brought, join, joined, type Partner, referralsOf } from "../../support/affiliates/partners.ts";
import { openEmailedLink } from "../../support/orders/emailed-link.ts";
import { detailsOf } from "../../support/orders/example-customer.ts";
import { acceptTerms, executeDraft, executedOrder, openDraft, usdtToPaypal } from "../../support/orders/order-steps.ts";
import { type Exchange, exchange, testStart } from "../../support/service/exchange.ts";
import { by, type Member, password, signedIn, signedUp } from "../../support/service/members.ts";
import { saveAddress } from "../../support/service/saved-addresses.ts";
import { opened } from "../../support/wallets/deposits.ts";
import { ask, fundedMember } from "../../support/withdrawals/withdrawals.ts";

const daysAgo = (days: number) => new Date(testStart.getTime() - days * 86_400_000).toISOString();
const counts = (code: string) => ({ code, way: "link", reason: null });

let service: Exchange;
let anna: Partner;
beforeEach(async () => {
  service = await exchange();
  anna = await joined(service, "anna@example.com");
});

/** The reference of a draft that a signed-in member opens. */
async function draftOf({ token }: Member, partner: string): Promise<string> {
  const body = { ...usdtToPaypal, partner };
  return (await service.call("exchangeStepOne", { body, ...by(token) })).reply().data.order.ref;
}

describe("an order through a link", () => {
  test("counts for 90 days from the first click, and not a day longer", async () => {
    for (const [days, reason] of [
      [89, null],
      [91, "expired_link"],
    ] as const) {
      const { ref, order } = await openDraft(service, { partner: anna.code, partner_at: daysAgo(days) });
      expect(await attributionOf(service, ref)).toEqual([{ ...counts(anna.code), reason }]);
      expect(order.partner).toBe(anna.code);
    }
  });

  test.each([null, "", "soon", "2099-01-01", "9".repeat(300)])("takes a time of %s as now", async (partner_at) => {
    const { ref } = await openDraft(service, { partner: anna.code, partner_at });
    expect(await attributionOf(service, ref)).toEqual([counts(anna.code)]);
  });

  test("counts whatever the case of the code", async () => {
    const { ref, order } = await openDraft(service, { partner: anna.code.toLowerCase() });
    expect([await attributionOf(service, ref), order.partner]).toEqual([[counts(anna.code)], anna.code]);
  });

  test("does not count with a deleted link, whose code nobody gets again", async () => {
    const signedIn = by(anna.member.token);
    await service.call("affiliateLinkAdd", { body: { label: "Blog", code: "annas-blog" }, ...signedIn });
    const { ref } = await openDraft(service, { partner: "annas-blog" });
    await service.call("affiliateLinkRemove", { query: { code: "annas-blog" }, ...signedIn });
    expect(await attributionOf(service, (await openDraft(service, { partner: "annas-blog" })).ref)).toEqual([]);
    expect(await attributionOf(service, ref)).toEqual([counts("annas-blog")]);
    const eve = await joined(service, "eve@example.com");
    const body = { label: "Mine", code: "ANNAS-BLOG" };
    const taken = await service.ask("affiliateLinkAdd", { body, ...by(eve.member.token) });
    expect(taken.problem().errors).toEqual([{ pointer: "/code", code: "not_allowed" }]);
  });

  test("of a paused partner does not count", async () => {
    const paused = { status: "paused", pausedReason: "ads" } as const;
    await service.ctx.db.orm.update(partner).set(paused).where(eq(partner.memberId, anna.member.id));
    const { ref } = await openDraft(service, { partner: anna.code });
    expect(await attributionOf(service, ref)).toEqual([{ ...counts(anna.code), reason: "partner_paused" }]);
  });

  test("is shown to the partner once it is placed, without a word about the customer", async () => {
    await openDraft(service, { partner: anna.code });
    expect(await referralsOf(service, anna)).toEqual([]);
    const { ref, order } = await executedOrder(service, { partner: anna.code });
    const [listedReferral, ...others] = await referralsOf(service, anna);
    expect(others).toEqual([]);
    expect(listedReferral).toMatchObject({ day: "2026-11-21", state: "open", reason: null, reward: null });
    expect(listedReferral?.amount_band).toEqual({ from_usd: "500", to_usd: "1000" });
    const text = JSON.stringify(listedReferral);
    for (const secret of [ref, order.email ?? "", order.payout.account ?? "", "500.000000"])
      expect(text).not.toContain(secret);
  });
});

describe("a member", () => {
  test("stays with the partner of the sign-up, whatever link is clicked later", async () => {
    const eve = await joined(service, "eve@example.com");
    const customer = await brought(service, "bob@example.com", anna.code, daysAgo(80));
    const ofAnna = by(anna.member.token);
    expect((await service.call("affiliateSummary", ofAnna)).reply().data?.period.signups).toBe(1);
    const byLink = (await service.call("affiliateEarnings", { query: { by: "link" }, ...ofAnna })).reply().data;
    expect(byLink).toMatchObject([{ key: anna.code, signups: 1, orders: 0 }]);
    await service.pass(120 * 86_400);
    customer.token = await signedIn(service, customer.email);
    const ref = await draftOf(customer, eve.code);
    expect(await attributionOf(service, ref)).toEqual([
      { code: anna.code, way: "member", reason: null },
      { code: eve.code, way: "link", reason: "other_partner_first" },
    ]);
  });

  test("is not bound by a click that is too old, or an unknown code", async () => {
    const late = await brought(service, "late@example.com", anna.code, daysAgo(91));
    const lost = await brought(service, "lost@example.com", "NOBODY");
    for (const member of [late, lost]) expect(await attributionOf(service, await draftOf(member, ""))).toEqual([]);
  });

  test("becomes a partner below the one who brought them, and no circle can come of it", async () => {
    const bob = await join(service, await brought(service, "bob@example.com", anna.code));
    const [row] = await service.ctx.db.orm.select().from(partner).where(eq(partner.memberId, bob.member.id));
    const [parent] = await service.ctx.db.orm.select().from(partner).where(eq(partner.memberId, anna.member.id));
    expect([row?.parentId, parent?.parentId]).toEqual([parent?.id, null]);
    // Anna comes back through Bob's link: she has an account, so nobody brought her.
    expect(await attributionOf(service, await draftOf(anna.member, bob.code))).toEqual([counts(bob.code)]);
    await service.call("affiliateJoin", by(anna.member.token));
    const [again] = await service.ctx.db.orm.select().from(partner).where(eq(partner.memberId, anna.member.id));
    expect(again?.parentId).toBeNull();
  });
});

describe("a partner's own order", () => {
  const account = "anna.pays@example.com";
  const refundAddress = detailsOf({ from: "usdt-trc20", to: "paypal-usd" }).refund?.account ?? "";

  /** Places an order with these details, as a guest. */
  async function placed(
    change: { email?: string; payout?: string; refund?: string },
    partner = anna.code,
  ): Promise<string> {
    const draft = await openDraft(service, { partner });
    const details = detailsOf({ from: "usdt-trc20", to: "paypal-usd" });
    const payout = { ...details.payout, ...(change.payout && { account: change.payout }) };
    const refund = { ...details.refund, ...(change.refund && { account: change.refund }) };
    const body = { ref: draft.ref, ...details, ...(change.email && { email: change.email }), payout, refund };
    await service.call("exchangeStepTwo", { token: draft.token, body });
    await acceptTerms(service, draft);
    (await executeDraft(service, draft)).reply();
    return draft.ref;
  }

  const selfReferral = { code: "", way: "link", reason: "self_referral" };
  const isOwn = () => [{ ...selfReferral, code: anna.code }];

  test("placed while signed in does not count, with the code in any case", async () => {
    for (const code of [anna.code, anna.code.toLowerCase()])
      expect(await attributionOf(service, await draftOf(anna.member, code))).toEqual(isOwn());
  });

  test.each(["anna@example.com", "ANNA@Example.com", "anna+bonus@example.com"])(
    "placed as a guest from %s does not count",
    async (email) => {
      expect(await attributionOf(service, await placed({ email }))).toEqual(isOwn());
    },
  );

  test.each(["an.na.ivanova@gmail.com", "annaivanova+x@googlemail.com"])(
    "placed as a guest from %s does not count, where the provider ignores dots",
    async (email) => {
      const gmail = await joined(service, "anna.ivanova@gmail.com");
      const ref = await placed({ email }, gmail.code);
      expect(await attributionOf(service, ref)).toEqual([{ ...selfReferral, code: gmail.code }]);
    },
  );

  test("paid out to the partner's mailbox at PayPal does not count", async () => {
    expect(await attributionOf(service, await placed({ payout: "Anna@example.com" }))).toEqual(isOwn());
  });

  test("paid out to an account of an earlier order does not count, whoever places it", async () => {
    const other = await placed({ email: "anna@example.com", payout: account }, "");
    await openEmailedLink(service, other, "anna@example.com");
    await service.call("memberOrders", by(anna.member.token));
    expect(await attributionOf(service, other)).toEqual([]);
    const stranger = { email: "stranger@example.com", payout: account.toUpperCase() };
    expect(await attributionOf(service, await placed(stranger))).toEqual(isOwn());
  });

  test("refunded to an address that the partner has saved does not count", async () => {
    await saveAddress(service, anna.member, { asset: "usdt-trc20", label: "Mine", account: refundAddress });
    expect(await attributionOf(service, await placed({}))).toEqual(isOwn());
  });

  test("is not placed with a deposit address of the partner as its refund address: it is ours", async () => {
    const refund = await opened(service, anna.member, "usdt-trc20");
    await expect(placed({ refund })).rejects.toThrow("invalid_transition");
  });

  test("refunded to an address that the partner has withdrawn to does not count", async () => {
    const rich = await join(service, await fundedMember(service, "rich@example.com"));
    expect((await ask(service, rich.member, { account: refundAddress })).status).toBe(201);
    expect(await attributionOf(service, await placed({}, rich.code))).toEqual([{ ...selfReferral, code: rich.code }]);
  });

  test("does not count with the link of an account that the partner has closed and opened again", async () => {
    const body = { password, two_factor_code: null };
    expect((await service.ask("memberClose", { body, ...by(anna.member.token) })).status).toBe(200);
    await service.pass(60);
    const again = await joined(service, anna.member.email);
    const paused = [{ ...selfReferral, code: anna.code, reason: "partner_paused" }];
    expect(await attributionOf(service, await draftOf(again.member, anna.code))).toEqual(paused);
    expect(await attributionOf(service, await placed({}, anna.code))).toEqual(paused);
    const isTheirs = [{ ...selfReferral, code: again.code }];
    expect(await attributionOf(service, await placed({ email: anna.member.email }, again.code))).toEqual(isTheirs);
  });

  test("of somebody else counts", async () => {
    expect(await attributionOf(service, await placed({}))).toEqual([counts(anna.code)]);
    const bob = await signedUp(service, "bob@example.com");
    expect(await attributionOf(service, await draftOf(bob, anna.code))).toEqual([counts(anna.code)]);
  });
});

describe("a visit", () => {
  const website = { address: null, isTrusted: true };
  const visits = async () =>
    (await service.call("affiliateSummary", by(anna.member.token))).reply().data?.period.visits;

  test("counts once in half an hour for a network, whatever the case of the code, and only from our site", async () => {
    const click = (code: string) => service.call("affiliateClick", { body: { code }, peer: website });
    await click(anna.code);
    await click(anna.code.toLowerCase());
    await click("NOBODY");
    await click("<script>");
    expect(await visits()).toBe(1);
    await service.pass(1801);
    await click(anna.code);
    expect(await visits()).toBe(2);
    const stranger = { address: "203.0.113.5", isTrusted: false };
    const response = await service.ask("affiliateClick", { body: { code: anna.code }, peer: stranger });
    expect([response.status, await visits()]).toEqual([404, 2]);
  });
});

test("AFFILIATES=off offers nothing, and ignores codes", async () => {
  const closed = await exchange({ settings: { AFFILIATES: "off" } });
  const { token } = await signedUp(closed, "anna@example.com");
  for (const name of ["affiliateJoin", "affiliateSummary", "affiliateReferrals", "affiliateEarnings"] as const)
    expect((await closed.ask(name, by(token))).problem()).toMatchObject({ code: "not_available" });
  expect((await closed.ask("affiliateTerms")).problem()).toMatchObject({ code: "not_available" });
  expect((await openDraft(closed, { partner: anna.code })).order.partner).toBeNull();
});
