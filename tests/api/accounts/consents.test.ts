import { beforeEach, describe, expect, test } from "vitest";
import { type Order, order } from "../../../contract/order/order.ts";
import { termsVersion } from "../../../contract/order/terms.ts";
import { promo } from "../../../upstream/db/schema/market.ts";
import { changePair, dropRate, pairRules as rules } from "../../support/orders/market-changes.ts";
import {
  acceptedDraft,
  detailedDraft,
  executeDraft,
  giveDetails,
  openDraft,
  usdtToPaypal,
} from "../../support/orders/order-steps.ts";
import { type ApiResponse, refused } from "../../support/service/api-client.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

let service: Exchange;
const consents = { terms_version: termsVersion, rules };

beforeEach(async () => {
  service = await exchange({ jobs: "by hand" });
});

describe("the confirm step", () => {
  test("stores the consents", async () => {
    const view = (await acceptedDraft(service)).order;
    expect(view.accepted).toEqual({ terms_version: termsVersion, rules, at: "2026-11-21T12:00:00.000Z" });
    expect(view.actions).toContain("execute");
  });

  test("requires each missing consent, and the current terms", async () => {
    const { ref, token } = await detailedDraft(service);
    const none = await acceptTerms(ref, token, { accept: { terms_version: "", rules: [] } });
    expect(refused(none).errors).toEqual([
      { pointer: "/accept/terms_version", code: "must_accept" },
      ...rules.map((rule) => ({ pointer: "/accept/rules", code: "must_accept", meta: { rule } })),
    ]);
    const outdated = await acceptTerms(ref, token, { accept: { terms_version: "2020-01-01", rules } });
    expect(refused(outdated).errors).toEqual([
      { pointer: "/accept/terms_version", code: "terms_outdated", meta: { version: termsVersion } },
    ]);
  });

  test("accepts the terms that step-one and the rules name, also to a caller without an account", async () => {
    const { data } = (await service.call("exchangeRules")).reply();
    const opened = (await service.call("exchangeStepOne", { body: usdtToPaypal })).reply().data;
    expect(opened.terms_version).toBe(data.terms_version);
    const { ref } = opened.order;
    await giveDetails(service, { ref, token: opened.token, order: opened.order });
    const accept = { terms_version: opened.terms_version, rules: opened.rules.map(({ code }) => code) };
    expect((await acceptTerms(ref, opened.token, { accept })).reply().data.accepted).toMatchObject(accept);
  });

  test("requires the details first", async () => {
    const { ref, token } = await openDraft(service);
    const answer = (await acceptTerms(ref, token)).problem();
    expect(answer).toMatchObject({ code: "invalid_transition", current_status: "draft", actions: ["edit", "cancel"] });
  });

  test("resets consents when the details change", async () => {
    const draft = await acceptedDraft(service);
    expect((await giveDetails(service, draft)).reply().data.accepted).toBeNull();
  });

  test("requires the order token", async () => {
    const { ref } = await detailedDraft(service);
    const { token } = await openDraft(service);
    expect(refused(await acceptTerms(ref, token))).toEqual({ status: 404, code: "not_found" });
  });
});

describe("an expired quote", () => {
  test("is refused with a new one, which can be accepted at once", async () => {
    const { ref, token, order: before } = await detailedDraft(service);
    await dropRate(service);
    await service.ctx.clock.advance(15 * 60);
    const late = await acceptTerms(ref, token, { accept: consents, quote_id: before.quote_id });
    expect(refused(late)).toEqual({ status: 410, code: "quote_expired" });
    const offered = offeredIn(late);
    expect(offered).toMatchObject({
      ref,
      status: "draft",
      accepted: null,
      quote_expires_at: "2026-11-21T12:30:00.000Z",
    });
    expect(Number(offered.to.amount)).toBeLessThan(Number(before.to.amount));

    const accepted = (await acceptTerms(ref, token, { accept: consents, requote: true })).reply().data;
    expect(accepted).toMatchObject({ quote_id: offered.quote_id, to: offered.to });
    expect(accepted.accepted).not.toBeNull();
  });

  test("is not replaced by repeating the same request", async () => {
    const { ref, token, order: seen } = await detailedDraft(service);
    await dropRate(service);
    await service.ctx.clock.advance(15 * 60);
    const press = () => acceptTerms(ref, token, { accept: consents, quote_id: seen.quote_id });
    const answers = await Promise.all([press(), press(), press()]);
    expect(answers.map(({ status }) => status)).toEqual([410, 410, 410]);
    const offered = offeredIn(await press());
    expect(
      (await acceptTerms(ref, token, { accept: consents, quote_id: offered.quote_id })).reply().data.accepted,
    ).not.toBeNull();
  });

  test("does not reset the consents given in another tab", async () => {
    const { ref, token, order: seen } = await detailedDraft(service);
    await service.ctx.clock.advance(15 * 60);
    const offered = offeredIn(await acceptTerms(ref, token, { accept: consents, quote_id: seen.quote_id }));
    await acceptTerms(ref, token, { accept: consents, quote_id: offered.quote_id });
    const old = await acceptTerms(ref, token, { accept: consents, quote_id: seen.quote_id });
    expect(old.status).toBe(410);
    expect(offeredIn(old).accepted).not.toBeNull();
    expect((await executeDraft(service, { ref, token, order: offeredIn(old) })).status).toBe(200);
  });

  test("is replaced on the same side", async () => {
    const { ref, token, order: before } = await detailedDraft(service, { amount: "480", side: "to" });
    await dropRate(service);
    await service.ctx.clock.advance(15 * 60);
    const accepted = (await acceptTerms(ref, token, { accept: consents, requote: true })).reply().data;
    expect(accepted.to.amount).toBe(before.to.amount);
    expect(Number(accepted.from.amount)).toBeGreaterThan(Number(before.from.amount));
  });

  test("is valid to its last moment, whatever the market does", async () => {
    const { ref, token, order: before } = await detailedDraft(service);
    await dropRate(service);
    await service.ctx.clock.advance(15 * 60 - 1);
    expect((await acceptTerms(ref, token)).reply().data.quote_id).toBe(before.quote_id);
  });

  test("is replaced without its promo code when the code is used up", async () => {
    const { ref, token, order: before } = await detailedDraft(service, { promo: "WELCOME5" });
    await service.ctx.db.orm.update(promo).set({ usesLeft: 0 });
    const offered = offeredIn(await acceptTerms(ref, token));
    expect(offered.promo).toBeNull();
    expect(Number(offered.to.amount)).toBeLessThan(Number(before.to.amount));
  });

  test("is not replaced while the pair is paused", async () => {
    const { ref, token } = await detailedDraft(service);
    await changePair(service, { status: "paused" });
    await service.ctx.clock.advance(15 * 60);
    expect(refused(await acceptTerms(ref, token))).toEqual({ status: 503, code: "pair_paused" });
  });
});

function acceptTerms(ref: string, token: string, body: object = { accept: consents }) {
  return service.ask("exchangeStepThree", { body: { ref, ...body }, token });
}

/** The order inside a refusal. */
const offeredIn = (response: ApiResponse<"exchangeStepThree">): Order => order.parse(response.problem().order);
