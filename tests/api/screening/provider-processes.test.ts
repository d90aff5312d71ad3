import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  member as memberTable,
  outgoing,
  screeningCheck,
  screeningHit,
  screeningQuestion,
} from "../../../upstream/db/schema/index.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { watchFigures } from "../../../upstream/observability/metrics/figure-watch.ts";
import { releaseSubject } from "../../../upstream/screening/commands/release-subject.ts";
import { endHolding } from "../../../upstream/screening/provider/apply-answers.ts";
import { acceptTerms, executedOrder, type OpenedOrder, track } from "../../support/orders/order-steps.ts";
import { askedExchange, operate, payExactly, roundOf, waitSeconds } from "../../support/screening/asked-exchange.ts";
import { type ProviderServer, providerServer } from "../../support/screening/provider-server.ts";
import type { Exchange } from "../../support/service/exchange.ts";
import { by, type Member, signedUp } from "../../support/service/members.ts";
import { collectingPost } from "../../support/service/post.ts";
import { waitingLocks } from "../../support/service/waiting-locks.ts";
import { figures } from "../../support/wallets/deposits.ts";

let provider: ProviderServer;
let service: Exchange;
beforeEach(async () => {
  provider = await providerServer();
  service = await askedExchange(provider);
});
afterEach(() => provider.stop());

const questions = () => service.ctx.db.orm.select().from(screeningQuestion);
const isVerified = async () => expect(await verify(service.ctx.db)).toEqual([]);
const waitingForCheck = { status: "on_hold", hold: { reason: "aml_check" } };
/** How often each name and address was asked about. */
const timesAsked = () => {
  const counts = new Map<string, number>();
  for (const { value } of provider.asked) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()];
};

describe("of several processes", () => {
  test("one asks about a name, also about what another order has asked meanwhile, and each answer is applied once", async () => {
    const orders = [await executedOrder(service), await executedOrder(service)];
    let isFirst = true;
    provider.beforeAnswer = async () => {
      if (!isFirst) return;
      isFirst = false;
      orders.push(await executedOrder(service));
      await roundOf(service)();
    };
    await Promise.all([roundOf(service)(), roundOf(service)(), roundOf(service)()]);
    await roundOf(service)();
    expect(timesAsked()).toEqual([1, 1]);
    for (const order of orders) {
      const checks = await service.ctx.db.orm
        .select()
        .from(screeningCheck)
        .where(eq(screeningCheck.subjectId, order.ref));
      const applied = checks.filter(({ occasion }) => occasion === "answer").flatMap(({ fields }) => fields);
      expect(applied).toEqual([...new Set(applied)]);
      await payExactly(service, order);
      expect(await track(service, order)).toMatchObject({ status: "completed" });
    }
    await isVerified();
  });

  test("one claims at a time, also where both wait for the same rows", async ({ skip }) => {
    // With one connection nothing waits.
    if (service.ctx.db.kind !== "postgres") return skip();
    await executedOrder(service);
    const both = await service.ctx.db.transaction(async (tx) => {
      await tx.select().from(screeningQuestion).for("update");
      const rounds = [roundOf(service)(), roundOf(service)()];
      await expect.poll(() => waitingLocks(service.ctx.db)).toBe(2);
      return { rounds };
    });
    await Promise.all(both.rounds);
    expect(timesAsked()).toEqual([1, 1]);
  });

  test("none asks what was written while the answer was being stored", async () => {
    await executedOrder(service);
    const written = (await questions()).map((row) => ({ ...row, id: `late_${row.id}`, subjectId: "another order" }));
    await roundOf(service)();
    await service.ctx.db.orm.insert(screeningQuestion).values(written);
    await roundOf(service)();
    expect(timesAsked()).toEqual([1, 1]);
    const rows = await questions();
    expect(rows.map(({ state, settledAt }) => [state, settledAt === null])).toEqual(rows.map(() => ["clear", false]));
  });

  test("none asks again what another has only claimed, while the provider is slow", async () => {
    for (let nth = 0; nth < 4; nth += 1) await differentOrder(nth);
    let asks = 0;
    provider.beforeAnswer = async () => {
      asks += 1;
      // The first requests take 9 seconds; another process asks 2 seconds later.
      if (asks === 5) await service.ctx.clock.advance(9);
      if (asks !== 6) return;
      await service.ctx.clock.advance(2);
      await roundOf(service)();
    };
    await roundOf(service)();
    expect(asks).toBeGreaterThan(6);
    expect(timesAsked().every((count) => count === 1)).toBe(true);
  });

  test("none lets an order go on while another stores that its customer is listed", async () => {
    const order = await executedOrder(service);
    await payExactly(service, order);
    expect(await track(service, order)).toMatchObject(waitingForCheck);
    const [clearQuestion, listedQuestion] = await questions();
    const at = service.ctx.clock.now();
    const answered = { answeredAt: at, reference: "ref", sealed: null };
    const write = (id = "", more: object) =>
      service.ctx.db.orm
        .update(screeningQuestion)
        .set({ ...answered, ...more })
        .where(eq(screeningQuestion.id, id));
    await write(clearQuestion?.id, { state: "clear", settledAt: at });
    await write(listedQuestion?.id, { state: "listed", entry: "entity-7" });
    const subject = { subjectKind: "order", subjectId: order.ref } as const;
    const result = await releaseSubject(service.ctx, subject, (tx) => endHolding(tx, subject));
    expect(result).toContain("waits for the screening provider");
    await service.runJobs();
    expect(await service.ctx.db.orm.select().from(outgoing)).toEqual([]);
    await roundOf(service)();
    expect(await track(service, order)).toMatchObject(waitingForCheck);
    expect(await service.ctx.db.orm.select().from(screeningHit)).toMatchObject([{ entry: "entity-7", state: "open" }]);
  });
});

describe("a provider that is away", () => {
  const silentFor = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += waitSeconds) {
      await service.ctx.clock.advance(Math.min(waitSeconds, seconds - passed));
      await round();
    }
  };
  let round: () => Promise<void>;
  beforeEach(() => {
    round = roundOf(service);
  });
  const silenceInToday = async () =>
    ((await operate(service, "today")) as { screening_provider: Record<string, unknown> | null }).screening_provider;

  test("is shown in `today`, with since when it is silent and how many wait, until it answers", async () => {
    await executedOrder(service);
    await round();
    expect(await silenceInToday()).toBeNull();
    await service.ctx.clock.advance(3600);
    const since = service.ctx.clock.now().toISOString();
    provider.misbehaves = "status";
    await otherOrder(1);
    await payExactly(service, await otherOrder(2));
    await round();
    expect(await silenceInToday()).toBeNull();
    await silentFor(120);
    const row = { provider: "Acme Screening", silent_since: since, orders_waiting: 2, payouts_waiting: 0 };
    expect(await silenceInToday()).toMatchObject(row);
    await silentFor(900);
    // Nothing waits any more: each has become a hit.
    expect(await silenceInToday()).toMatchObject({ silent_since: since, orders_waiting: 0 });
    provider.misbehaves = null;
    await otherOrder(3);
    await round();
    expect(await silenceInToday()).toBeNull();
  });

  test("is emailed to the operator after 15 minutes, once a day while it lasts, and not a day after the last question", async () => {
    const mailer = collectingPost();
    const told = async () => {
      const before = mailer.emails.length;
      await watchFigures(service.ctx, mailer);
      return mailer.emails.slice(before).filter(({ subject }) => subject.includes("screening provider"));
    };
    provider.misbehaves = "hang_up";
    await otherOrder(1);
    await silentFor(14 * 60);
    expect(await told()).toEqual([]);
    await silentFor(120);
    const [email, ...more] = await told();
    expect(more).toEqual([]);
    expect(email?.text).toMatch(/for 16 minutes[\s\S]*operator today/);
    expect(email?.text).not.toMatch(/Anna|@|http:/);
    expect(await told()).toEqual([]);
    await service.ctx.clock.advance(25 * 3600);
    expect(await told()).toEqual([]);
  });

  test("is not called silent by the settings of an exchange without one", async () => {
    service.ctx.env.SCREENING_URL = undefined;
    await service.ctx.clock.advance(3600);
    expect(await silenceInToday()).toBeNull();
  });
});

describe("an order that pays into the member's wallet", () => {
  const intoWallet = async () => {
    const member = await signedUp(service, "anna@example.com");
    await service.ctx.db.orm.update(memberTable).set({ name: "Anna Ivanova" }).where(eq(memberTable.id, member.id));
    return orderOf(member);
  };

  test("credits nothing before the answer about its owner, and credits it then", async () => {
    const { member, order } = await intoWallet();
    await payExactly(service, order);
    expect(await track(service, order)).toMatchObject(waitingForCheck);
    expect(await figures(service, member)).toMatchObject({ posted: "0.000000" });
    const round = roundOf(service);
    for (let turn = 0; turn < 2; turn += 1) await round();
    expect(provider.asked.map(({ kind }) => kind)).toEqual(["name"]);
    const done = await track(service, order);
    expect(done).toMatchObject({ status: "completed" });
    expect(await figures(service, member)).toMatchObject({ posted: done.to.amount });
  });

  test("of a listed owner credits nothing until the hit is cleared", async () => {
    const { member, order } = await intoWallet();
    await payExactly(service, order);
    provider.beforeAnswer = async () => {
      for (const { value } of provider.asked) provider.listed.set(value, "entity-3");
    };
    const round = roundOf(service);
    for (let turn = 0; turn < 2; turn += 1) await round();
    expect(await track(service, order)).toMatchObject(waitingForCheck);
    expect(await figures(service, member)).toMatchObject({ posted: "0.000000" });
    const [hit] = await service.ctx.db.orm.select().from(screeningHit);
    await operate(service, "screening clear", { id: hit?.id ?? "" });
    await service.runJobs();
    expect((await track(service, order)).status).toBe("completed");
  });
});

describe("an order of which neither a name nor an address is known", () => {
  const posted = async (member: Member) => (await figures(service, member)).posted;

  test("is held once it is paid, and goes on by a decision that counts for the customer's next one", async () => {
    const { member, order } = await orderOf(await signedUp(service, "anna@example.com"));
    expect((await track(service, order)).status).toBe("awaiting_payment");
    await payExactly(service, order);
    expect(await track(service, order)).toMatchObject({ ...waitingForCheck, waits_for: "review" });
    expect([provider.asked, await posted(member)]).toEqual([[], "0.000000"]);
    const [hit] = await service.ctx.db.orm.select().from(screeningHit);
    expect(hit).toMatchObject({ list: "provider Acme Screening", entry: "no name or address", state: "open" });
    await operate(service, "screening clear", { id: hit?.id ?? "" });
    await service.runJobs();
    const done = await track(service, order);
    expect([done.status, await posted(member)]).toEqual(["completed", done.to.amount]);
    const next = await orderOf(member);
    await payExactly(service, next.order);
    expect((await track(service, next.order)).status).toBe("completed");
    await isVerified();
  });

  test("goes on where the provider's silence lets pass", async () => {
    service.ctx.env.SCREENING_SILENT = "pass";
    const { order } = await orderOf(await signedUp(service, "anna@example.com"));
    await payExactly(service, order);
    expect((await track(service, order)).status).toBe("completed");
    expect(await service.ctx.db.orm.select().from(screeningHit)).toEqual([]);
  });
});

/** An order of the member by PayPal invoice into the wallet. */
async function orderOf(member: Member) {
  const body = { from: "paypal-usd", to: "usdt-trc20", amount: "100" };
  const { data } = (await service.call("exchangeStepOne", { body, ...by(member.token) })).reply();
  const draft = { ref: data.order.ref, token: data.token, order: data.order };
  const details = { payin: { account: "payer@example.com" }, payout: { account: "", wallet: true } };
  const chosen = await service.ask("exchangeStepTwo", {
    ...{ body: { ref: draft.ref, ...details, email: "anna@example.com" }, token: draft.token },
    ...by(member.token),
  });
  const order: OpenedOrder = { ...draft, order: chosen.reply().data };
  (await acceptTerms(service, order)).reply();
  const sent = { body: { ref: order.ref, pay_with: "paypal_invoice" as const }, key: order.ref, token: order.token };
  (await service.call("exchangeExecute", sent)).reply();
  return { member, order };
}

/** Orders of other people, about whom nothing was asked. */
const otherOrder = (nth: number) => differentOrder(nth + 10);
async function differentOrder(nth: number): Promise<OpenedOrder> {
  const names = ["Olga Smirnova", "Piotr Nowak", "Maria Rossi", "Jan Kowalski", "Lena Schmidt", "Ivan Horvat"];
  const name = `${names[nth % names.length]} ${String.fromCharCode(65 + nth)}bcd`;
  const { data } = (
    await service.call("exchangeStepOne", { body: { from: "usdt-trc20", to: "paypal-usd", amount: "500" } })
  ).reply();
  const draft = { ref: data.order.ref, token: data.token, order: data.order };
  const details = {
    ...{ payin: null, payout: { account: `p${nth}@example.com`, memo: null, extra: { full_name: name } } },
    ...{ refund: { account: addresses[nth % addresses.length] ?? "", memo: null }, email: `c${nth}@example.com` },
  };
  const step = await service.ask("exchangeStepTwo", { token: draft.token, body: { ref: draft.ref, ...details } });
  const detailed: OpenedOrder = { ...draft, order: step.reply().data };
  const accepted: OpenedOrder = { ...detailed, order: (await acceptTerms(service, detailed)).reply().data };
  const key = `execute:${draft.ref}`;
  const body = { ref: draft.ref, pay_with: "crypto_address" as const };
  return {
    ...accepted,
    order: (await service.call("exchangeExecute", { token: draft.token, key, body })).reply().data,
  };
}
const addresses = [
  ...["TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE", "TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb", "TAmHirT7ePgwdt5DeeWzX3WYMSdQizrZms"],
];
