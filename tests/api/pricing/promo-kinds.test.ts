import { beforeEach, describe, expect, test } from "vitest";
import type { promoKinds } from "../../../contract/market/price.ts";
import { type Order, order as orderSchema } from "../../../contract/order/order.ts";
import { pair, promo } from "../../../upstream/db/schema/index.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { joined } from "../../support/affiliates/partners.ts";
import { detailsOf } from "../../support/orders/example-customer.ts";
import { acceptTerms, type OpenedOrder, track, usdtToPaypal } from "../../support/orders/order-steps.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, type Member, signedUp } from "../../support/service/members.ts";

type Kind = (typeof promoKinds)[number];

/** Each kind with its value and what it adds to a payout of 500 USDT, whose network fee is 1.50. */
const kinds: [Kind, string, (gain: string) => boolean][] = [
  ["rate_bonus_bps", "10", (gain) => /^0\.4\d$/.test(gain)],
  ["fee_discount_percent", "50", (gain) => /^1\.2\d$/.test(gain)],
  ["fixed_bonus", "5", (gain) => gain === "5.00"],
  ["free_payout_fee", "0", (gain) => gain === "1.50"],
  ["cashback_percent", "2", (gain) => gain === "0.00"],
  ["partner_bind", "0", (gain) => gain === "0.00"],
];

const code = "AUTUMN";
let service: Exchange;
let anna: Member;
let partnerId: string;

beforeEach(async () => {
  service = await exchange();
  anna = await signedUp(service, "anna@example.com");
  const { code: link } = await joined(service, "eve@example.com");
  const { rows } = await service.ctx.db.query("select partner_id from partner_link where code = $1", [link]);
  partnerId = String(rows[0]?.partner_id);
  await service.ctx.db.orm.update(pair).set({ payoutFee: 1_50n });
  service.ctx.market.changed();
});

/** The code, its count and the payout fee are rows that no operator has made. */
const pastOperators = ["promo_counts_are_right", "promo_codes_have_been_added", "pairs_are_those_set"];
const later = (days: number) => new Date(service.ctx.clock.now().getTime() + days * 86_400_000);
const free = { minFrom: null, startsAt: null, expiresAt: null, usesLeft: null, usesPerEmail: null, stoppedAt: null };

/** Makes the code of this kind, or makes it again with other limits. */
async function make(kind: Kind, value: string, limits: Partial<typeof promo.$inferInsert> = {}) {
  const of = { ...free, newUsersOnly: false, pairs: [], kind, value, ...limits };
  const row = { ...of, partnerId: kind === "partner_bind" ? partnerId : null };
  await service.ctx.db.orm
    .insert(promo)
    .values({ ...row, code, createdAt: later(0) })
    .onConflictDoUpdate({ target: promo.code, set: row });
}

const open = () => service.call("exchangeStepOne", { body: { ...usdtToPaypal, promo: code }, ...by(anna.token) });

async function opened(): Promise<OpenedOrder> {
  const { order, token } = (await open()).reply().data;
  return { ref: order.ref, token, order };
}

async function detailed(draft: OpenedOrder, email = anna.email): Promise<OpenedOrder> {
  const details = detailsOf({ from: draft.order.from.asset, to: draft.order.to.asset });
  const body = { ref: draft.ref, ...details, email };
  const { data } = (await service.call("exchangeStepTwo", { body, token: draft.token, ...by(anna.token) })).reply();
  return { ...draft, order: data };
}

const accepted = async (draft: OpenedOrder) => {
  await acceptTerms(service, draft);
  return draft;
};

const execute = ({ ref, token }: OpenedOrder) =>
  service.call("exchangeExecute", {
    ...{ body: { ref, pay_with: "crypto_address" } as const, key: ref, token },
    ...by(anna.token),
  });

async function completed(): Promise<Order> {
  const draft = await accepted(await detailed(await opened()));
  (await execute(draft)).reply();
  const { ref, token } = draft;
  (await service.call("sandboxEvents", { token, body: { ref, event: "pay_exact" } })).reply();
  await service.pass(1);
  return track(service, draft);
}

describe.each(kinds)("a code of kind %s", (kind, value, isGain) => {
  test("has one effect in answer, quote, order and receipt, and in the report", async () => {
    await make(kind, value);
    const body = { ...usdtToPaypal, side: "from" as const, code };
    const answer = (await service.call("promoValidate", { body, ...by(anna.token) })).reply().data;
    const query = { ...usdtToPaypal, promo: code };
    const { data: quote } = (await service.call("exchangeQuote", { query, ...by(anna.token) })).reply();
    expect(answer).toMatchObject({ valid: true, code, kind, value, reason: null });
    expect(quote.promo).toMatchObject({ code, kind, gain: answer.effect?.to_delta, cashback: answer.cashback });
    expect(quote.promo?.gain).toSatisfy(isGain);
    expect(quote.promo?.cashback !== null).toBe(kind === "cashback_percent");
    const draft = await accepted(await detailed(await opened()));
    expect(draft.order.promo).toEqual(quote.promo);
    expect(draft.order.to.amount).toBe(quote.to.amount);
    (await execute(draft)).reply();
    const { ref, token } = draft;
    (await service.call("sandboxEvents", { token, body: { ref, event: "pay_exact" } })).reply();
    await service.pass(1);
    const receipt = (await service.call("receipt", { query: { ref }, token })).reply().data.order;
    expect(receipt).toMatchObject({ status: "completed", promo: quote.promo, to: { sent: quote.to.amount } });
    const report = await runCommand(service.ctx, { command: "promo report", args: {}, operator: { name: "anna" } });
    expect(report).toMatchObject({ data: [{ code, orders: 1, completed: 1, first_exchanges: 1 }] });
    expect((await verify(service.ctx.db)).filter(({ check }) => !pastOperators.includes(check))).toEqual([]);
  });

  test("is held to pair, amount, time, uses and its end when the order is opened", async () => {
    const limits: [Partial<typeof promo.$inferInsert>, string][] = [
      [{}, "opened"],
      [{ pairs: ["btc_paypal-usd"] }, "promo_other_pair"],
      [{ minFrom: "500.01" }, "promo_min_amount"],
      [{ startsAt: later(1) }, "promo_unknown"],
      [{ expiresAt: later(0) }, "promo_expired"],
      [{ usesLeft: 0 }, "promo_used"],
      [{ stoppedAt: later(0) }, "promo_expired"],
    ];
    for (const [limit, outcome] of limits) {
      await make(kind, value, limit);
      const response = await open();
      expect(response.status === 201 ? "opened" : response.problem().errors?.[0]?.code, outcome).toBe(outcome);
    }
  });

  test("is held to its user and to new ones, whatever email a member gives", async () => {
    await make(kind, value);
    expect((await completed()).status).toBe("completed");
    for (const [limit, reason] of [
      [{ usesPerEmail: 1 }, "used"],
      [{ newUsersOnly: true }, "new_users_only"],
    ] as const) {
      await make(kind, value, limit);
      for (const email of [anna.email, "somebody@example.com"]) {
        const draft = await detailed(await opened(), email);
        expect(draft.order, email).toMatchObject({ promo: null, promo_refused: { code, reason } });
      }
    }
  });

  test("has one winner of the last use, and the others are offered the price without it", async () => {
    await make(kind, value, { usesLeft: 1 });
    const emails = ["a@example.com", "b@example.com", "c@example.com"];
    const drafts = [];
    for (const email of emails) drafts.push(await accepted(await detailed(await opened(), email)));
    const answers = await Promise.all(drafts.map(execute));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
    const loser = drafts[answers.findIndex(({ status }) => status === 410)];
    if (!loser) throw new Error("Nobody lost the race");
    const offered = orderSchema.parse((await acceptTerms(service, loser)).problem().order);
    expect(offered).toMatchObject({ promo: null, promo_refused: { code, reason: "used" } });
    const rows = await service.ctx.db.orm.select().from(promo);
    expect(rows.find((row) => row.code === code)?.usesLeft).toBe(0);
  });
});
