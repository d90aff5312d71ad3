import { beforeEach, describe, expect, test } from "vitest";
import { termsVersion } from "../../../contract/order/terms.ts";
import { promo } from "../../../upstream/db/schema/market.ts";
import { changePair, consents, drafting, fall, offeredIn, rules } from "../../support/orders/drafting.ts";
import { refused } from "../../support/service/api-client.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

let service: Exchange;
let draft: ReturnType<typeof drafting>;

beforeEach(async () => {
  service = await exchange({ jobs: "by hand" });
  draft = drafting(service);
});

describe("step three", () => {
  test("stores the consents", async () => {
    const view = (await draft.agreed()).order;
    expect(view.accepted).toEqual({ terms_version: termsVersion, rules, at: "2026-11-21T12:00:00.000Z" });
    expect(view.actions).toContain("execute");
  });

  test("requires each missing consent, and the current terms", async () => {
    const { ref, token } = await draft.detailed();
    const none = await draft.three(ref, token, { accept: { terms_version: "", rules: [] } });
    expect(refused(none).errors).toEqual([
      { pointer: "/accept/terms_version", code: "must_accept" },
      ...rules.map((rule) => ({ pointer: "/accept/rules", code: "must_accept", meta: { rule } })),
    ]);
    const outdated = await draft.three(ref, token, { accept: { terms_version: "2020-01-01", rules } });
    expect(refused(outdated).errors).toEqual([
      { pointer: "/accept/terms_version", code: "terms_outdated", meta: { version: termsVersion } },
    ]);
  });

  test("requires the details first", async () => {
    const { ref, token } = await draft.open();
    const answer = (await draft.three(ref, token)).problem();
    expect(answer).toMatchObject({ code: "invalid_transition", current_status: "draft", actions: ["edit", "cancel"] });
  });

  test("resets consents when the details change", async () => {
    const { ref, token } = await draft.agreed();
    expect((await draft.two(ref, token)).reply().data.accepted).toBeNull();
  });

  test("requires the order token", async () => {
    const { ref } = await draft.detailed();
    const { token } = await draft.open();
    expect(refused(await draft.three(ref, token))).toEqual({ status: 404, code: "not_found" });
  });
});

describe("an expired quote", () => {
  test("is refused with a new one, which can be accepted at once", async () => {
    const { ref, token, order: before } = await draft.detailed();
    await fall(service);
    await service.ctx.clock.advance(15 * 60);
    const late = await draft.three(ref, token, { accept: consents, quote_id: before.quote_id });
    expect(refused(late)).toEqual({ status: 410, code: "quote_expired" });
    const offered = offeredIn(late);
    expect(offered).toMatchObject({
      ref,
      status: "draft",
      accepted: null,
      quote_expires_at: "2026-11-21T12:30:00.000Z",
    });
    expect(Number(offered.to.amount)).toBeLessThan(Number(before.to.amount));

    const taken = (await draft.three(ref, token, { accept: consents, requote: true })).reply().data;
    expect(taken).toMatchObject({ quote_id: offered.quote_id, to: offered.to });
    expect(taken.accepted).not.toBeNull();
  });

  test("is not replaced by repeating the same request", async () => {
    const { ref, token, order: seen } = await draft.detailed();
    await fall(service);
    await service.ctx.clock.advance(15 * 60);
    const press = () => draft.three(ref, token, { accept: consents, quote_id: seen.quote_id });
    const answers = await Promise.all([press(), press(), press()]);
    expect(answers.map(({ status }) => status)).toEqual([410, 410, 410]);
    const offered = offeredIn(await press());
    expect(
      (await draft.three(ref, token, { accept: consents, quote_id: offered.quote_id })).reply().data.accepted,
    ).not.toBeNull();
  });

  test("does not reset the consents given in another tab", async () => {
    const { ref, token, order: seen } = await draft.detailed();
    await service.ctx.clock.advance(15 * 60);
    const offered = offeredIn(await draft.three(ref, token, { accept: consents, quote_id: seen.quote_id }));
    await draft.three(ref, token, { accept: consents, quote_id: offered.quote_id });
    const old = await draft.three(ref, token, { accept: consents, quote_id: seen.quote_id });
    expect(old.status).toBe(410);
    expect(offeredIn(old).accepted).not.toBeNull();
    expect((await draft.execute(ref, token)).status).toBe(200);
  });

  test("is replaced on the same side", async () => {
    const { ref, token, order: before } = await draft.detailed({ amount: "480", side: "to" });
    await fall(service);
    await service.ctx.clock.advance(15 * 60);
    const taken = (await draft.three(ref, token, { accept: consents, requote: true })).reply().data;
    expect(taken.to.amount).toBe(before.to.amount);
    expect(Number(taken.from.amount)).toBeGreaterThan(Number(before.from.amount));
  });

  test("is valid to its last moment, whatever the market does", async () => {
    const { ref, token, order: before } = await draft.detailed();
    await fall(service);
    await service.ctx.clock.advance(15 * 60 - 1);
    expect((await draft.three(ref, token)).reply().data.quote_id).toBe(before.quote_id);
  });

  test("is replaced without its promo code when the code is used up", async () => {
    const { ref, token, order: before } = await draft.detailed({ promo: "WELCOME5" });
    await service.ctx.db.orm.update(promo).set({ usesLeft: 0 });
    const offered = offeredIn(await draft.three(ref, token));
    expect(offered.promo).toBeNull();
    expect(Number(offered.to.amount)).toBeLessThan(Number(before.to.amount));
  });

  test("is not replaced while the pair is paused", async () => {
    const { ref, token } = await draft.detailed();
    await changePair(service, { status: "paused" });
    await service.ctx.clock.advance(15 * 60);
    expect(refused(await draft.three(ref, token))).toEqual({ status: 503, code: "pair_paused" });
  });
});
