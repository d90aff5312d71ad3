import { beforeEach, expect, test } from "vitest";
import { reconcileDue } from "../../../upstream/books/reconciliation/reconcile-due.ts";
import { reconciliation } from "../../../upstream/db/schema/index.ts";
import { exchangeFigures } from "../../../upstream/observability/metrics/exchange-source.ts";
import { watchFigures } from "../../../upstream/observability/metrics/figure-watch.ts";
import { RailUnavailable } from "../../../upstream/ports/rail.ts";
import type { RailStatement } from "../../../upstream/ports/rail-statement.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

const desk = "desk@example.com";
const hourSeconds = 3600;

let service: Exchange;
/** What the network has more than the ledger at the hot account, or why it does not answer. */
let network: { surplus: bigint } | { away: string };
let taken = 0;

beforeEach(async () => {
  service = await exchange({ settings: { OPERATOR_EMAIL: desk, PUBLISH_RECONCILIATION: "on" } });
  network = { surplus: 0n };
  taken = 0;
  Object.assign(service.ctx.rails, { statements: () => [{ rail: "bitcoin", take: statement }] });
});

/** A rail of which only the hot account is known. */
async function statement(): Promise<RailStatement> {
  taken += 1;
  if ("away" in network) throw new RailUnavailable(network.away);
  const { surplus } = network;
  const { rows } = await service.ctx.db.query(
    "select (debits_posted - credits_posted)::text as cash from account where id = 'assets:sandbox-bitcoin:btc'",
  );
  const amount = BigInt(String(rows[0]?.cash)) + surplus;
  const none = async function* () {};
  return {
    ...{
      rail: "sandbox-bitcoin",
      block: 800_000 + taken,
      until: null,
      readAt: service.ctx.clock.now(),
      assets: ["btc", "unheard-of"],
    },
    async *balances() {
      yield [{ place: "hot", address: "bc1hot", asset: "btc", amount, expected: null }];
    },
    confirm: async () => undefined,
    ...{ fills: none, credits: none, sendings: none, creditsAmong: async () => [], sendingsAmong: async () => [] },
  };
}

const turn = () => reconcileDue(service.ctx, service.upstream.mailer);
const states = async () =>
  (await service.ctx.db.orm.select().from(reconciliation).orderBy(reconciliation.seq)).map(({ state }) => state);
const subjects = async () => (await service.emails(desk)).map(({ subject }) => subject);
const published = async () => {
  const { data } = (await service.call("exchangeStatus", { query: { days: "7" } })).reply();
  return data.reconciled;
};
async function today() {
  const outcome = await runCommand(service.ctx, { command: "today", args: {}, operator: { name: "olga" } });
  if (!outcome.ok) throw new Error(outcome.sentence);
  return (outcome.data as unknown as { reconciliation: unknown }).reconciliation;
}

test("a rail is compared once a day, and an hour later where its network did not answer", async () => {
  await turn();
  await turn();
  await service.pass(23 * hourSeconds);
  await turn();
  expect(await states()).toEqual(["matched"]);
  network = { away: "The node did not answer" };
  await service.pass(hourSeconds);
  await turn();
  await turn();
  expect(await states()).toEqual(["matched", "unavailable"]);
  network = { surplus: 0n };
  await service.pass(hourSeconds);
  await turn();
  expect(await states()).toEqual(["matched", "unavailable", "matched"]);
});

test("the operator gets one email for a set of differences, and the next one when the set has changed", async () => {
  const nextDay = async (next: typeof network) => {
    network = next;
    await turn();
    await service.pass(24 * hourSeconds);
  };
  await nextDay({ surplus: 0n });
  expect(await subjects()).toEqual([]);
  await nextDay({ surplus: 5n });
  await nextDay({ surplus: 5n });
  await nextDay({ away: "The node did not answer" });
  await nextDay({ surplus: 5n });
  expect(await subjects()).toEqual(["Kursa: bitcoin and the ledger differ: 1"]);
  const [email] = await service.emails(desk);
  expect(email?.text).toContain("balance_unexplained hot");
  expect(email?.text).toMatch(/bitcoin [\d.]+ btc, ledger [\d.]+ btc/);
  expect(email?.text).toContain("operator reconcile --rail bitcoin");
  await nextDay({ surplus: 6n });
  expect(await subjects()).toHaveLength(2);
  await nextDay({ surplus: 0n });
  await nextDay({ surplus: 6n });
  expect(await subjects()).toHaveLength(3);
});

test("today, the figures and the status page say until when it matched, and that it differs now", async () => {
  expect(await published()).toEqual([]);
  await turn();
  const first = { assets: ["btc"], compared_at: "2026-11-21T12:00:00.000Z", agrees: true };
  const matched = { matched_at: "2026-11-21T12:00:00.000Z", matched_block: 800_001 };
  expect(await published()).toEqual([{ ...first, ...matched }]);
  expect(await today()).toMatchObject([{ rail: "bitcoin", differences: 0, next: null }]);
  network = { surplus: 1n };
  await service.pass(24 * hourSeconds);
  await turn();
  const next = { compared_at: "2026-11-22T12:00:00.000Z", agrees: false };
  expect(await published()).toEqual([{ ...first, ...next, ...matched }]);
  expect(await today()).toMatchObject([
    {
      matched_until: expect.stringContaining("block 800001"),
      differences: 1,
      next: "operator reconcile --rail bitcoin",
    },
  ]);
  await service.pass(2 * hourSeconds);
  const figures = await exchangeFigures(service.ctx);
  const of = (name: string) => figures.find((figure) => figure.name === name)?.values;
  expect(of("reconciliation_differences")).toEqual([{ labels: { rail: "bitcoin" }, value: 1 }]);
  expect(of("reconciliation_age_seconds")).toEqual([{ labels: { rail: "bitcoin" }, value: 2 * hourSeconds }]);
});

test("two days without a comparison are told by email, with what to do", async () => {
  network = { away: "The node did not answer" };
  await turn();
  await service.pass(50 * hourSeconds);
  await turn();
  await watchFigures(service.ctx, service.upstream.mailer);
  expect(await subjects()).toContain("Kursa: bitcoin was not compared with the ledger for 50 hours");
  expect(await today()).toMatchObject([{ matched_until: null, not_compared: "The node did not answer" }]);
});

test("nothing is published unless the exchange says so", async () => {
  Object.assign(service.ctx.env, { PUBLISH_RECONCILIATION: "off" });
  await turn();
  expect(await published()).toBeNull();
});
