import { describe, expect, test } from "vitest";
import { recordConsent } from "../../../upstream/affiliates/visits/consents.ts";
import { unprovenKinds } from "../../../upstream/db/unproven/kinds.ts";
import { takeRoom } from "../../../upstream/db/unproven/room.ts";
import { executedOrder, openDraft } from "../../support/orders/order-steps.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, signedUp } from "../../support/service/members.ts";
import { statementsOf } from "../../support/service/statements.ts";

type Peer = { peer: { address: string; isTrusted: boolean } };
const from = (address: string): Peer => ({ peer: { address, isTrusted: false } });
const refusal = { status: 429, code: "too_many_requests" };
const settings = { UNPROVEN_MB: "1" };

/** Copies the newest row `times` times, as other networks would leave it. */
async function copy(service: Exchange, table: string, times: number, changed: Record<string, string>): Promise<void> {
  const { rows } = await service.ctx.db.query(
    `select column_name as name from information_schema.columns where table_name = '${table}' and is_generated = 'NEVER'
      and is_identity = 'NO' order by ordinal_position`,
  );
  const names = rows.map(({ name }) => String(name));
  const values = names.map((name) => changed[name] ?? `"${name}"`);
  const columns = names.map((name) => `"${name}"`).join(", ");
  await service.ctx.db.query(
    `insert into ${table} (${columns}) select ${values.join(", ")} from (select * from ${table} limit 1) one, generate_series(1, ${times}) n`,
  );
}

const opens = (service: Exchange, address: string, sent: object = {}) =>
  service.ask("exchangeStepOne", {
    body: { from: "usdt-trc20", to: "paypal-usd", amount: "100" },
    ...from(address),
    ...sent,
  });
const subscribes = (service: Exchange, address: string) =>
  service.ask("subscribe", { body: { email: `a${address}@example.com`, locale: "en" }, ...from(address) });
const asksForCode = (service: Exchange, address: string) =>
  service.ask("registerRequestCode", { body: { email: `a${address}@example.com`, locale: "en" }, ...from(address) });
/** Recorded by the site; the visitor's answer holds without it. */
const consents = async (service: Exchange, address: string) => {
  const consent = { answer: "yes", text: "Yes", by: "banner", language: "en" } as const;
  const full = await recordConsent(service.ctx, consent, address);
  return { status: full ? 429 : 204, problem: () => ({ status: 429, code: full?.refused }) };
};
const writes = (service: Exchange, address: string) =>
  service.ask("supportMessage", {
    body: { email: `a${address}@example.com`, topic: "other" as const, message: "Where?", attachments: [] },
    key: `question-${address}`,
    ...from(address),
  });
const asksForReserve = (service: Exchange, address: string) =>
  service.ask("reserveRequest", {
    body: { pair: "usdt-trc20_paypal-usd", amount: "100", email: `a${address}@example.com` },
    ...from(address),
  });

describe("what strangers leave before they have proven anything", () => {
  test.each([
    ["drafts", opens, "exchange_order", { ref: "'D' || n" }],
    ["subscriptions", subscribes, "newsletter_subscriber", { id: "'n' || n", email: "n || '@example.org'" }],
    ["codes", asksForCode, "email_code", { id: "'c' || n" }],
    ["consents", consents, "consent_record", { id: "'cs' || n" }],
    ["questions", writes, "ticket", { number: "1000000 + n" }],
    ["reserveRequests", asksForReserve, "reserve_request", { id: "'r' || n", email: "n || '@example.org'" }],
  ] as const)("has a ceiling: %s", async (kind, leave, table, changed) => {
    const service = await exchange({ settings });
    const first = await leave(service, "203.0.113.1");
    expect(first.status).toBeLessThan(300);
    const most = Math.floor(1_000_000 / unprovenKinds[kind].bytes);
    await copy(service, table, most, changed);
    await service.pass(11);
    expect((await leave(service, "198.51.100.1")).problem()).toMatchObject(refusal);
    expect(Number((await service.ctx.db.query(`select count(*)::int as rows from ${table}`)).rows[0]?.rows)).toBe(
      most + 1,
    );
  });

  test("counts unpaid orders of guests with their drafts, until they are paid or a day has passed", async () => {
    const service = await exchange({ settings });
    const { ref, token } = await executedOrder(service);
    const { ctx } = service;
    await copy(service, "exchange_order", 70, {
      ref: "'U' || n",
      payin_address: "payin_address || n",
      payin_uri: "null",
    });
    await service.pass(11);
    expect((await opens(service, "198.51.100.1")).problem()).toMatchObject(refusal);
    const stored = () => unprovenKinds.drafts.stored(ctx.db.orm, ctx.clock.now());
    expect(await stored()).toBe(71 * 16_000);
    await service.call("sandboxEvents", { token, body: { ref, event: "pay_exact" } });
    expect(await stored()).toBe(70 * 16_000);
    await service.pass(86_400);
    expect(await stored()).toBe(0);
  });

  test("a fifth of it is for one network, the next one has its own, and members are not counted", async () => {
    const service = await exchange({ settings });
    const share = Math.floor(1_000_000 / 5 / unprovenKinds.drafts.bytes);
    const takes = (address: string) => takeRoom(service.ctx, "drafts", { address, now: service.ctx.clock.now() });
    const answers = await Promise.all(Array.from({ length: share + 5 }, (_, at) => takes(`203.0.113.${at}`)));
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(share);
    expect((await opens(service, "203.0.113.200")).problem()).toMatchObject(refusal);
    expect((await opens(service, "198.51.100.1")).status).toBe(201);
    const member = await signedUp(service, "anna@example.com");
    expect((await opens(service, "203.0.113.200", by(member.token))).status).toBe(201);
  });

  test("a fifth is for one network in all processes together", async () => {
    const { ctx } = await exchange({ settings });
    const share = Math.floor(1_000_000 / 5 / unprovenKinds.drafts.bytes);
    // What a process knows of the room it knows by its connection.
    const processes = [ctx, { ...ctx, db: { ...ctx.db } }, { ...ctx, db: { ...ctx.db } }];
    const takes = (at: number, address: string) =>
      takeRoom(processes[at % 3] ?? ctx, "drafts", { address, now: ctx.clock.now() });
    const answers = await Promise.all(Array.from({ length: 3 * share }, (_, at) => takes(at, `203.0.113.${at}`)));
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(share);
    for (let at = 0; at < 3; at += 1) expect(await takes(at, "198.51.100.1")).toBeUndefined();
  });

  test("a network that is refused costs no statement until what is stored is counted again", async () => {
    const { ctx } = await exchange({ settings });
    const takes = () => takeRoom(ctx, "drafts", { address: "203.0.113.1", now: ctx.clock.now() });
    while (!(await takes())) {}
    const statements = await statementsOf(async () => {
      for (let at = 0; at < 100; at += 1) expect(await takes()).toMatchObject({ refused: "too_many_requests" });
    });
    expect(statements).toEqual([]);
  });

  test("is forgotten once such rows are: a network that has long been here is not refused for what is gone", async () => {
    const service = await exchange({ settings });
    const day = 86_400;
    const takes = () => takeRoom(service.ctx, "drafts", { address: "203.0.113.1", now: service.ctx.clock.now() });
    const share = Math.floor(1_000_000 / 5 / unprovenKinds.drafts.bytes);
    for (let days = 0; days < 4; days += 1) {
      for (let taken = 0; taken < share; taken += 1) expect(await takes()).toBeUndefined();
      expect(await takes()).toMatchObject({ refused: "too_many_requests" });
      await service.pass(2 * day + 1);
    }
  });

  test("is counted with what it takes on disk", async () => {
    const service = await exchange();
    await openDraft(service);
    const sizeOf = async () => {
      const tables = "array['exchange_order', 'order_event']::regclass[]";
      const { rows } = await service.ctx.db.query(
        `select sum(pg_total_relation_size(t))::int as bytes from unnest(${tables}) t`,
      );
      return Number(rows[0]?.bytes);
    };
    const before = await sizeOf();
    await copy(service, "exchange_order", 400, { ref: "'D' || n" });
    await copy(service, "order_event", 400, { id: "'E' || n", order_ref: "'D' || n" });
    expect((await sizeOf()) - before).toBeLessThanOrEqual(400 * unprovenKinds.drafts.bytes);
  });
});
