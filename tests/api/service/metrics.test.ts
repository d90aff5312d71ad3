import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod/v4";
import { databaseCounters } from "../../../upstream/db/counters.ts";
import { jobQueues } from "../../../upstream/jobs/boss.ts";
import { auditBooks } from "../../../upstream/ledger/last-audit.ts";
import { exchangeSource } from "../../../upstream/observability/metrics/exchange-source.ts";
import { replicationFigures } from "../../../upstream/observability/metrics/figures/replication.ts";
import type { Metrics } from "../../../upstream/observability/metrics/metrics.ts";
import { serveMetrics } from "../../../upstream/observability/metrics/metrics-server.ts";
import { poolFigures } from "../../../upstream/observability/metrics/process-figures.ts";
import { processMetrics } from "../../../upstream/observability/metrics/process-metrics.ts";
import { balancesAt } from "../../../upstream/operator/reports/balances-at.ts";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { acceptedDraft, executedOrder, paypalToUsdt } from "../../support/orders/order-steps.ts";
import { ownerDatabase } from "../../support/service/database.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { parseExposition, sampleValue } from "../../support/service/exposition.ts";

async function observed(): Promise<{
  service: Exchange;
  metrics: Metrics;
  scrape: () => Promise<ReturnType<typeof parseExposition>>;
}> {
  const metrics = processMetrics("test");
  const service = await exchange({ metrics });
  metrics.ready(service.upstream.ready);
  metrics.inFlight(() => 0);
  return { service, metrics, scrape: async () => parseExposition(await metrics.text()) };
}

describe("the metrics", () => {
  test("say what the database says of orders, holds and money", async () => {
    const { service, scrape } = await observed();
    const { ctx } = service;
    const unpaid = await executedOrder(service);
    await executedOrder(service, paypalToUsdt);
    const held = await executedOrder(service);
    await service.call("sandboxEvents", { token: held.token, body: { ref: held.ref, event: "pay_partial" } });
    const draft = await acceptedDraft(service);
    const payment = {
      rail: "sandbox-tron",
      railPaymentId: "p1",
      asset: "usdt-trc20",
      amount: 500_000000n,
      railFee: 0n,
    };
    const seen = { ...payment, confirmations: 20, required: 20 };
    await applyEvent(ctx, draft.ref, { name: "payment_final", payment: seen }, "rail");
    await service.pass(40);

    const families = await scrape();
    const value = (name: string, labels: Record<string, string> = {}) => sampleValue(families, name, labels);
    expect(value("kursa_ready")).toBe(1);
    expect(value("kursa_orders", { status: "awaiting_payment" })).toBe(2);
    expect(value("kursa_orders", { status: "on_hold" })).toBe(1);
    expect(value("kursa_order_oldest_seconds", { status: "awaiting_payment" })).toBe(40);
    expect(value("kursa_holds", { reason: "amount_mismatch" })).toBe(1);
    expect(value("kursa_hold_oldest_seconds", { reason: "amount_mismatch" })).toBe(40);
    expect(value("kursa_holds", { reason: "aml_check" })).toBe(0);
    expect(value("kursa_rail_unmatched_payments")).toBe(1);
    expect(value("kursa_payouts_waiting")).toBe(0);
    expect(value("kursa_unpaid_orders_held", { asset: "paypal-usd" })).toBe(Number(unpaid.order.to.amount));
    for (const [asset, now] of await balancesAt(ctx.db.orm, ctx.clock.now())) {
      const decimals = (await ctx.market.snapshot()).assets.find(({ id }) => id === asset)?.decimals ?? 0;
      const units = (minor: bigint) => Number(minor) / 10 ** decimals;
      expect(value("kursa_reserve", { asset }), asset).toBeCloseTo(units(now.reserve), 6);
      expect(value("kursa_reserve_promised", { asset }), asset).toBeCloseTo(units(now.promised), 6);
      expect(value("kursa_liabilities", { asset }), asset).toBeCloseTo(units(now.owed + now.unclaimed), 6);
      for (const { rail, cash } of now.rails) expect(value("kursa_cash", { rail, asset })).toBeCloseTo(units(cash), 6);
    }
    const pairs = families.get("kursa_rate_age_seconds")?.samples.length ?? 0;
    expect(pairs).toBe(
      [...(await ctx.market.snapshot()).pairs.values()].filter((pair) => pair.row.status === "active").length,
    );
  });

  test("count calls by the contract's names, whatever paths strangers ask for", async () => {
    const { service, scrape } = await observed();
    await service.call("exchangePairs");
    const series = async () => (await scrape()).get("kursa_http_duration_seconds")?.samples.length;
    await service.fetch(new Request("http://exchange.test/nowhere"));
    const before = await series();
    for (let at = 0; at < 50; at += 1) {
      const path = `/api/v1/exchange/${at}"}\n${"x".repeat(at)}?t=${at}`;
      expect((await service.fetch(new Request(new URL(path, "http://exchange.test")))).status).toBe(404);
    }
    expect(await series()).toBe(before);
    const families = await scrape();
    const calls = { kind: "call", status: "2xx", route: "exchangePairs" };
    const counts =
      families.get("kursa_http_duration_seconds")?.samples.filter(({ name }) => name.endsWith("_count")) ?? [];
    expect(counts.filter(({ labels }) => labels.route === calls.route)).toMatchObject([{ labels: calls, value: 1 }]);
    expect(counts.find(({ labels }) => labels.route === "none")).toMatchObject({ value: 51 });
  });

  test("time commits, and have what the database layer counts", async () => {
    const { service, scrape } = await observed();
    await acceptedDraft(service);
    const commits = (await scrape())
      .get("kursa_db_commit_seconds")
      ?.samples.find(({ name }) => name.endsWith("_count"));
    expect(commits?.value).toBeGreaterThan(0);
    const before = sampleValue(await scrape(), "kursa_db_readonly_errors_total") ?? Number.NaN;
    databaseCounters.db_readonly_errors_total += 1;
    expect(sampleValue(await scrape(), "kursa_db_readonly_errors_total")).toBe(before + 1);
  });

  test("name the age of the oldest job of each kind", async () => {
    const { scrape } = await observed();
    const owner = await ownerDatabase();
    const queues = jobQueues(owner, {
      onError(error) {
        throw error;
      },
    });
    await queues.prepare();
    await queues.stop();
    await owner.query("insert into pgboss.job (name, created_on) values ('payout', now() - interval '90 seconds')");
    await owner.query("insert into pgboss.job (name, state) values ('letter', 'failed')");
    const families = await scrape();
    expect(sampleValue(families, "kursa_job_oldest_seconds", { job: "payout" })).toBeGreaterThanOrEqual(90);
    expect(sampleValue(families, "kursa_jobs_waiting", { job: "payout" })).toBe(1);
    expect(sampleValue(families, "kursa_job_oldest_seconds", { job: "email" })).toBe(0);
    expect(sampleValue(families, "kursa_jobs_failed", { job: "email" })).toBe(1);
  });

  test("say when the books were last audited, and what that found", async () => {
    const { service, scrape } = await observed();
    const { ctx } = service;
    // The first booking is the demo market's, at the start: a new exchange has a day, too.
    await ctx.clock.advance(60);
    expect(sampleValue(await scrape(), "kursa_ledger_verified_age_seconds")).toBe(60);
    const audit = { command: "ledger verify", args: {}, operator: { name: "anna" } };
    expect(await runCommand(ctx, audit)).toMatchObject({ ok: true });
    await ctx.clock.advance(90);
    const fresh = await exchangeSource(ctx, () => 0, fail)();
    expect(figure(fresh, "ledger_verified_age_seconds")).toEqual([{ value: 90 }]);
    expect(figure(fresh, "ledger_violations")).toEqual([{ value: 0 }]);
    await (await ownerDatabase()).query(
      "set session_replication_role = replica; update account set credits_posted = credits_posted + 1 where id = 'reserve:btc'; set session_replication_role = origin",
    );
    const violations = await auditBooks(ctx);
    expect(violations.length).toBeGreaterThan(0);
    const after = await exchangeSource(ctx, () => 0, fail)();
    expect(figure(after, "ledger_violations")).toEqual([{ value: violations.length }]);
  });

  test("answer without the exchange's figures while the database is down or hangs", async () => {
    const { service, metrics } = await observed();
    const { ctx } = service;
    metrics.ready(async () => false);
    const errors: unknown[] = [];
    const away = () => Promise.reject(new Error("connect ECONNREFUSED"));
    const down = exchangeSource(
      { ...ctx, db: { ...ctx.db, transaction: away } },
      () => 0,
      (error) => errors.push(error),
    );
    expect(await down()).toEqual([]);
    expect(errors).toHaveLength(1);
    const hangs = exchangeSource(
      { ...ctx, db: { ...ctx.db, transaction: () => new Promise(() => {}) } },
      () => 0,
      fail,
      5,
    );
    expect(await hangs()).toEqual([]);
    expect(sampleValue(parseExposition(await metrics.text()), "kursa_ready")).toBe(0);
  });

  test("read the database once for scrapers within five seconds", async () => {
    const { ctx } = (await observed()).service;
    let reads = 0;
    let nowMs = 0;
    const transaction: typeof ctx.db.transaction = (work) => {
      reads += 1;
      return ctx.db.transaction(work);
    };
    const source = exchangeSource({ ...ctx, db: { ...ctx.db, transaction } }, () => nowMs, fail);
    await Promise.all([source(), source()]);
    nowMs = 4999;
    await source();
    expect(reads).toBe(1);
    nowMs = 5000;
    await source();
    expect(reads).toBe(2);
  });
});

test("the server of the metrics answers nothing else", async () => {
  const { metrics } = await observed();
  const server = await serveMetrics({ host: "127.0.0.1", port: 0 }, metrics.text);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port");
  const ask = (path: string, method = "GET") => fetch(`http://127.0.0.1:${address.port}${path}`, { method });
  try {
    const scraped = await ask("/metrics");
    expect(scraped.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(sampleValue(parseExposition(await scraped.text()), "kursa_build_info", { build: "test" })).toBe(1);
    for (const path of ["/", "/metrics/x", "/healthz"]) expect((await ask(path)).status, path).toBe(404);
    expect((await ask("/metrics", "POST")).status).toBe(404);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

test("each alert names a metric that exists, and says what to do", async () => {
  const { service, scrape } = await observed();
  await service.call("exchangePairs");
  const replica = { timeline: 1, configured: true, visible: true, sync: 1 };
  const postgresOnly = [
    ...(await replicationFigures(async () => ({ rows: [replica] }))),
    ...poolFigures({ pool: () => ({ open: 1, idle: 1, waiting: 0 }) }),
  ];
  const families = await scrape();
  const metricNames = new Set([...families.keys(), ...postgresOnly.map(({ name }) => `kursa_${name}`), "up"]);
  // Those of Node's process have the names that every program gives them.
  for (const name of families.keys()) expect(name).toMatch(/^(kursa|process|nodejs)_/);
  const rules = alertRules
    .parse(parse(readFileSync("deploy/alerts.yaml", "utf8")))
    .groups.flatMap((group) => group.rules);
  expect(rules.length).toBeGreaterThan(15);
  const told = readFileSync("docs/operating/watch.md", "utf8");
  const functions = /^(?:histogram_quantile|sum|max|min|rate|increase|scalar|(?:min|max)_over_time)$/;
  for (const { alert, expr, annotations } of rules) {
    const bare = expr.replace(/\{[^}]*\}|\[[^\]]*\]|by \([^)]*\)/g, "");
    const names = (bare.match(/[a-z_][a-z_\d]*/g) ?? []).filter((name) => !functions.test(name));
    expect(names.length, alert).toBeGreaterThan(0);
    for (const name of names) expect([...metricNames], alert).toContain(name.replace(/_(bucket|count|sum)$/, ""));
    expect(annotations.action.length, alert).toBeGreaterThan(20);
    expect(told).toContain(`\`${alert}\``);
  }
});

const alertRules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          annotations: z.object({ summary: z.string(), action: z.string() }),
        }),
      ),
    }),
  ),
});

function fail(error: unknown): never {
  throw error;
}

function figure(figures: Awaited<ReturnType<ReturnType<typeof exchangeSource>>>, name: string) {
  return figures.find((candidate) => candidate.name === name)?.values;
}
