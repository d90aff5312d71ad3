import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { memberPartner, reward } from "../../../upstream/db/schema/affiliates.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { attributionOf, brought, joined, type Partner, referralsOf } from "../../support/affiliates/partners.ts";
import { openEmailedLink } from "../../support/orders/emailed-link.ts";
import { customerEmail } from "../../support/orders/example-customer.ts";
import {
  acceptedDraft,
  acceptTerms,
  executeDraft,
  executedOrder,
  giveDetails,
  openDraft,
  usdtToPaypal,
} from "../../support/orders/order-steps.ts";
import { completedOrder } from "../../support/orders/reviews.ts";
import { type Exchange, exchange, testStart } from "../../support/service/exchange.ts";
import { by, type Member, signedUp } from "../../support/service/members.ts";

const promo = "FRIENDS";
let service: Exchange;
let anna: Partner;
let eve: Partner;

beforeEach(async () => {
  service = await exchange();
  anna = await joined(service, "anna@example.com");
  eve = await joined(service, "eve@example.com");
});

const operator = (command: string, args: Record<string, string> = {}) =>
  runCommand(service.ctx, { command, args, operator: { name: "boris" } });
const bind = (other: Record<string, string> = {}) =>
  operator("promo add", {
    ...{ code: promo, kind: "partner_bind", partner: anna.member.email, reason: "campaign" },
    ...other,
  });
const bought = (code: string, email = "customer@example.com") => completedOrder(service, email, { promo: code });
const counts = (code: string, way: "link" | "member" | "promo" = "promo") => ({ code, way, reason: null });
const partnerIn = async ({ id }: Member) => {
  const [row] = await service.ctx.db.orm.select().from(memberPartner).where(eq(memberPartner.memberId, id));
  return row && { code: row.code, way: row.way };
};

describe("a partner's code, typed with an order", () => {
  test.each(["the link's", "one made by an operator"])(
    "brings it to the partner as a click does: %s",
    async (whose) => {
      if (whose !== "the link's") expect(await bind()).toMatchObject({ ok: true });
      const code = whose === "the link's" ? anna.code : promo;
      const { ref, order } = await executedOrder(service, { promo: code.toLowerCase() });
      expect(order).toMatchObject({ partner: code, promo: { code, kind: "partner_bind", gain: "0.00" } });
      expect(await attributionOf(service, ref)).toEqual([counts(code)]);
      await service.pass(1);
      const done = await bought(code);
      expect(await referralsOf(service, anna)).toMatchObject([
        { code, way: "promo", state: "waiting", reason: null },
        { code, way: "promo", state: "open", reason: null },
      ]);
      expect(await service.ctx.db.orm.select().from(reward).where(eq(reward.orderRef, done.ref))).toHaveLength(1);
      const { data } = (
        await service.call("affiliateEarnings", { query: { by: "link" }, ...by(anna.member.token) })
      ).reply();
      expect(data).toMatchObject([{ key: code, orders: 2, counted: 1 }]);
      expect(await verify(service.ctx.db)).toEqual([]);
    },
  );

  test("costs and adds nothing", async () => {
    const { order } = await openDraft(service, { promo: anna.code });
    const { order: plain } = await openDraft(service);
    expect([order.to.amount, order.fees]).toEqual([plain.to.amount, plain.fees]);
  });

  test("comes after the link that was clicked first", async () => {
    const { ref, order } = await openDraft(service, { partner: eve.code, promo: anna.code });
    expect(order.partner).toBe(eve.code);
    expect(await attributionOf(service, ref)).toEqual([
      counts(eve.code, "link"),
      { ...counts(anna.code), reason: "other_partner_first" },
    ]);
  });

  test("comes after the partner that the member signed up with", async () => {
    const bob = await brought(service, "bob@example.com", eve.code);
    const body = { ...usdtToPaypal, promo: anna.code };
    const { order } = (await service.call("exchangeStepOne", { body, ...by(bob.token) })).reply().data;
    expect(order.partner).toBe(eve.code);
  });

  test("does not count for the partner's own order", async () => {
    const body = { ...usdtToPaypal, promo: anna.code };
    const ordered = (await service.call("exchangeStepOne", { body, ...by(anna.member.token) })).reply().data.order;
    const { ref } = await bought(anna.code, "anna+bonus@example.com");
    for (const of of [ordered.ref, ref])
      expect(await attributionOf(service, of)).toEqual([{ ...counts(anna.code), reason: "self_referral" }]);
  });

  test("of a deleted link, or without a programme, is unknown", async () => {
    const signedIn = by(anna.member.token);
    await service.call("affiliateLinkAdd", { body: { label: "Blog", code: "annas-blog" }, ...signedIn });
    await service.call("affiliateLinkRemove", { query: { code: "annas-blog" }, ...signedIn });
    await bind();
    const reasonOf = async (code: string) => {
      const body = { ...usdtToPaypal, side: "from" as const, code };
      return (await service.call("promoValidate", { body })).reply().data.reason;
    };
    expect([await reasonOf("annas-blog"), await reasonOf(anna.code), await reasonOf(promo)]).toEqual([
      "unknown",
      null,
      null,
    ]);
    service.ctx.env.AFFILIATES = "off";
    expect([await reasonOf(anna.code), await reasonOf(promo)]).toEqual(["unknown", "unknown"]);
  });

  test("does not count where the customer did not qualify for it in the end", async () => {
    await bind({ new_users_only: "yes" });
    const { ref } = await bought(promo);
    await service.pass(1);
    const later = await acceptedDraft(service, { promo });
    expect(later.order.promo).toMatchObject({ code: promo });
    await bought("WELCOME5", customerEmail);
    // The same email has exchanged meanwhile: the price is offered again, without the code.
    expect((await executeDraft(service, later)).status).toBe(410);
    const again = (await service.call("exchangeTrack", { query: { ref: later.ref }, token: later.token })).reply().data;
    const { terms_version } = (await service.call("exchangeRules", {})).reply().data;
    const accept = { terms_version, rules: again.rules };
    const body = { ref: later.ref, accept, quote_id: again.quote_id, requote: true };
    const accepted = await service.ask("exchangeStepThree", { token: later.token, body });
    expect(accepted.status).toBe(200);
    (await executeDraft(service, { ...later, order: accepted.reply().data })).reply();
    expect(await attributionOf(service, later.ref)).toEqual([{ ...counts(promo), reason: "code_not_applied" }]);
    expect(await attributionOf(service, ref)).toEqual([counts(promo)]);
    expect(await referralsOf(service, anna)).toMatchObject([
      { state: "not_counted", reason: "code_not_applied", reward: null },
      { state: "waiting" },
    ]);
  });
});

describe("a member who signs up after a paid order", () => {
  const customer = "customer@example.com";

  test.each(["promo", "partner"] as const)("stays with the partner whom it came to by %s", async (by_) => {
    const { ref } = await completedOrder(service, customer, { [by_]: anna.code });
    await openEmailedLink(service, ref, customer);
    const member = await signedUp(service, customer);
    expect(await partnerIn(member)).toEqual({ code: anna.code, way: by_ === "promo" ? "promo" : "link" });
  });

  test("stays with the partner under another address of the same mailbox", async () => {
    const { ref } = await completedOrder(service, customer, { partner: anna.code });
    await openEmailedLink(service, ref, customer);
    const member = await signedUp(service, "customer+coins@example.com");
    expect(await partnerIn(member)).toEqual({ code: anna.code, way: "link" });
  });

  test("stays with the first of order and click", async () => {
    await openEmailedLink(service, (await bought(anna.code)).ref, customer);
    await service.pass(60);
    const daysAgo = (days: number) => new Date(testStart.getTime() - days * 86_400_000).toISOString();
    expect(await partnerIn(await brought(service, customer, eve.code))).toMatchObject({ code: anna.code });
    await openEmailedLink(service, (await bought(anna.code, "other@example.com")).ref, "other@example.com");
    expect(await partnerIn(await brought(service, "other@example.com", eve.code, daysAgo(3)))).toMatchObject({
      code: eve.code,
    });
  });

  test("is bound by no order whose emailed link was not opened: a stranger can have typed the address", async () => {
    await bought(anna.code);
    expect(await partnerIn(await signedUp(service, customer))).toBeUndefined();
  });

  test("is bound by no order that was not paid, is too old, does not count, or is the partner's own", async () => {
    const draft = await openDraft(service, { promo: anna.code });
    await giveDetails(service, draft, { email: "unpaid@example.com" });
    await acceptTerms(service, draft);
    (await executeDraft(service, draft)).reply();
    await bought(anna.code, "late@example.com");
    await service.pass(91 * 86_400);
    await bought(anna.code, "anna+2@example.com");
    for (const email of ["unpaid@example.com", "late@example.com", "anna+2@example.com"])
      expect(await partnerIn(await signedUp(service, email)), email).toBeUndefined();
  });
});

describe("the operator", () => {
  test("makes, shows and ends a partner's code, and the report counts its orders", async () => {
    expect(await bind({ uses: "1" })).toEqual({
      ok: true,
      data: expect.stringContaining(`Promo code ${promo} is created: `),
    });
    await bought(promo);
    const promoDetails = { code: promo, kind: "partner_bind", partner: anna.member.email, used: 1, uses_left: 0 };
    expect(await operator("promo show", { code: promo })).toMatchObject({ data: promoDetails });
    expect(await operator("promo list")).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining(promoDetails)]),
    });
    expect(await operator("promo report")).toMatchObject({ data: [{ code: promo, completed: 1, cost: "0.00" }] });
    expect(await operator("promo stop", { code: promo, reason: "over" })).toMatchObject({ ok: true });
    const refused = await service.call("exchangeStepOne", { body: { ...usdtToPaypal, promo } });
    expect(refused.problem().errors).toEqual([{ pointer: "/promo", code: "promo_expired" }]);
  });

  test.each([
    [{ partner: "nobody@example.com" }, "nobody@example.com has not joined the partner programme."],
    [{ partner: "" }, "Enter the member's email."],
    [{ value: "5" }, "5 is not a value of partner_bind."],
    [{ kind: "rate_bonus_bps", value: "1" }, "Only a partner_bind code has a partner."],
  ])("is refused %o", async (other, sentence) => {
    expect(await bind(other)).toMatchObject({ ok: false, sentence: expect.stringContaining(sentence) });
  });

  test("and a partner cannot take each other's codes", async () => {
    expect(await bind({ code: anna.code })).toMatchObject({
      sentence: `${anna.code} is the code of a partner's link.`,
    });
    await bind();
    const body = { label: "Mine", code: promo.toLowerCase() };
    const taken = await service.ask("affiliateLinkAdd", { body, ...by(eve.member.token) });
    expect(taken.problem().errors).toEqual([{ pointer: "/code", code: "not_allowed" }]);
  });
});
