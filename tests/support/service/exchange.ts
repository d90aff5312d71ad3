import { createHash } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EndpointName } from "../../../contract/calls/endpoints.ts";
import { exampleCompany } from "../../../contract/company/read-company.ts";
import { refFromBytes } from "../../../contract/order/order-number.ts";
import type { Database } from "../../../upstream/db/database.ts";
import type { CallPlaces } from "../../../upstream/http/call-places.ts";
import type { Peer } from "../../../upstream/http/request/caller.ts";
import { mailbox } from "../../../upstream/mail/delivery/mailbox.ts";
import { beginMarket } from "../../../upstream/market/demo/begin-market.ts";
import type { Metrics } from "../../../upstream/observability/metrics/metrics.ts";
import type { Tracing } from "../../../upstream/observability/tracing/tracing.ts";
import { defaultPolicy, type Policy } from "../../../upstream/orders/rules/policy.ts";
import type { Context } from "../../../upstream/ports/context.ts";
import type { Ids } from "../../../upstream/ports/ids.ts";
import type { Rails } from "../../../upstream/ports/rail.ts";
import { createUpstream, type Upstream } from "../../../upstream/program/app.ts";
import type { ServiceClock } from "../../../upstream/program/clock.ts";
import { jobWork } from "../../../upstream/program/job-work.ts";
import { railsFor } from "../../../upstream/rails/rails.ts";
import { runDue } from "../../../upstream/rails/sandbox/run-due.ts";
import { envSchema, type UpstreamEnv } from "../../../upstream/settings/env.ts";
import { createLog } from "../../../upstream/shared/log.ts";
import { beginDemoMarket } from "../market/demo-market-rows.ts";
import { type ApiResponse, answerOf, type Sent, type Wire, wireRequest } from "./api-client.ts";
import { freshDatabase } from "./database.ts";
import { inlineJobs } from "./inline-jobs.ts";

export type Exchange = {
  upstream: Upstream;
  ctx: Context;
  /** One client call; then runs the jobs it queued, unless `jobs` is "by hand". */
  call<Name extends EndpointName>(name: Name, sent?: Sent<Name>): Promise<ApiResponse<Name>>;
  /** The same for a call with possibly invalid input. */
  ask<Name extends EndpointName>(name: Name, sent?: Wire): Promise<ApiResponse<Name>>;
  /** A raw request. */
  fetch(request: Request, peer?: Peer): Promise<Response>;
  /** Another process on the same database, with nothing else shared. */
  twin(): Upstream;
  /** Advances the clock, then runs what is due. */
  pass(seconds: number): Promise<void>;
  /** Runs queued jobs: emails, payouts, refunds. */
  runJobs(): Promise<void>;
  emails(to?: string): ReturnType<ReturnType<typeof mailbox>["emails"]>;
};

export type ExchangeOptions = {
  /** A migrated database of the test's own; otherwise one that this process shares. */
  db?: Database;
  /** Settings that differ from the test's. */
  settings?: Record<string, string>;
  jobs?: "at once" | "by hand";
  /** Policy values that differ from the defaults. */
  policy?: Partial<Policy>;
  metrics?: Metrics;
  tracing?: Tracing;
  places?: CallPlaces;
  /** What the first start begins with; the demo market if left out. `empty`: without any asset, as with real rails only. */
  market?: "demo" | "closed" | "empty";
  /** The sandbox's rails say that their money is real, so that its prices are those of real money. */
  isRealMoney?: boolean;
  /** Receives every log line. */
  onLog?: (line: string) => void;
};

/** PROCESSES=3: several services on one database answer in turn, so that no state in one process may matter. */
const processes = Number(process.env.PROCESSES ?? 1);

/** The start time of every test. */
export const testStart = new Date("2026-11-21T12:00:00.000Z");

/**
 * A whole exchange in memory: a fresh database with the demo market, sandbox rails without delay, a clock set by the
 * test, deterministic ids, and jobs that run when their call is answered.
 */
export async function exchange(options: ExchangeOptions = {}): Promise<Exchange> {
  const { settings = {}, jobs = "at once", policy = {}, metrics, tracing, places, onLog } = options;
  const dataDir = mkdtempSync(join(tmpdir(), "kursa-exchange-"));
  const env = testEnv({ DATA_DIR: dataDir, ...settings });
  const db = options.db ?? (await freshDatabase());
  const clock = testClock();
  if (options.market === "closed") await beginMarket(db, "closed", clock.now());
  else if (options.market !== "empty") await beginDemoMarket(db, clock.now());
  const ids = countedIds();
  const queue = inlineJobs();
  const nothing = async () => {};
  const idle = { prepare: nothing, start: nothing, releaseAbandoned: nothing, stop: nothing };
  const log = onLog ? createLog("debug", { write: onLog }) : createLog(process.env.TEST_LOG ?? "silent");
  const parts = {
    db,
    env,
    clock,
    ids,
    log,
    policy: { ...defaultPolicy, ...policy },
    jobs: { ...queue, ...idle },
    metrics,
    tracing,
    places,
    ...(options.isRealMoney && { rails: withRealMoney({ db, clock, ids, env }) }),
  };
  const upstream = createUpstream(parts);
  const work = jobWork(upstream.context, upstream.mailer);
  let running = Promise.resolve();
  const runJobs = () => {
    // Sequential, also for concurrent calls.
    running = running.then(() => queue.run(work));
    return running;
  };
  let calling = 0;
  const settle = async () => {
    if (jobs === "at once") await runJobs();
  };
  const services = [upstream, ...Array.from({ length: processes - 1 }, () => createUpstream(parts))];
  const fetchInTurn: Exchange["fetch"] = (request, peer) => {
    const [next = upstream] = services;
    services.push(...services.splice(0, 1));
    // Changes by another process are visible after a second; here that second has always passed.
    if (processes > 1) next.context.market.changed();
    return next.fetch(request, peer);
  };

  const ask: Exchange["ask"] = async (name, sent) => {
    calling += 1;
    const response = await fetchInTurn(wireRequest(name, sent), sent?.peer).finally(() => {
      calling -= 1;
    });
    const parsedResponse = await answerOf(name, response);
    // A job run before its transaction ends finds nothing: the last of concurrent calls runs all jobs.
    if (calling === 0) await settle();
    return parsedResponse;
  };

  return {
    upstream,
    ctx: upstream.context,
    ask,
    call: ask,
    runJobs,
    twin: () => createUpstream(parts),
    fetch: fetchInTurn,
    emails: (to) => mailbox(join(dataDir, "mailbox")).emails(to),
    async pass(seconds) {
      await clock.advance(seconds);
      await upstream.sweep();
      await runDue(upstream.context);
      await settle();
    },
  };
}

function withRealMoney(parts: Parameters<typeof railsFor>[0]): Rails {
  return { ...railsFor(parts), isSimulated: () => false, hasSimulated: false, hasReal: true };
}

export function testEnv(settings: Record<string, string>): UpstreamEnv {
  const secrets = { ORDER_LINK_SECRETS: "o".repeat(32), ACCOUNT_SECRETS: "a".repeat(32) };
  const quiet = {
    SANDBOX_PACE_MS: "0",
    SANDBOX_CLOCK: "1",
    RATE_LIMITS: "off",
    UNPAID_LIMITS: "off",
    PAYER_LIMITS: "off",
    BOT_CHECK: "off",
    PAYOUT_CAPS: "off",
    FEES_FOLLOW_NETWORK: "off",
    PRICE_FLOOR: "off",
    ...secrets,
  };
  const env = envSchema.parse({ ...quiet, ...settings });
  const { ORDER_LINK_SECRETS = [], ACCOUNT_SECRETS = [] } = env;
  return { ...env, ORDER_LINK_SECRETS, ACCOUNT_SECRETS, COMPANY: exampleCompany, railSettings: settings };
}

export function testClock(startsAt = testStart): ServiceClock {
  let offsetSeconds = 0;
  return {
    now: () => new Date(startsAt.getTime() + offsetSeconds * 1000),
    offsetSeconds: () => offsetSeconds,
    advance: async (seconds) => {
      offsetSeconds += seconds;
    },
    refresh: async () => {},
  };
}

export function countedIds(): Ids {
  let count = 0;
  const next = () => {
    count += 1;
    return createHash("sha256").update(String(count)).digest();
  };
  return { newId: (prefix) => `${prefix}_${next().toString("hex").slice(0, 24)}`, newRef: () => refFromBytes(next()) };
}
