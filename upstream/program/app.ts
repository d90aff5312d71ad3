import { join } from "node:path";
import type { Logger } from "pino";
import { earnedCredentials } from "../../contract/networks/earned-credentials.ts";
import { codeOf } from "../accounts/sign-in/email-codes.ts";
import { checkRewardAsset } from "../affiliates/check-reward-asset.ts";
import { reconcileDue } from "../books/reconciliation/reconcile-due.ts";
import type { Database } from "../db/database.ts";
import type { History } from "../db/history/history.ts";
import { retryWhileDown } from "../db/retry-while-down.ts";
import { api } from "../http/api.ts";
import type { CallPlaces } from "../http/call-places.ts";
import { type ReplyCache, replyCache } from "../http/reply-cache.ts";
import type { Peer } from "../http/request/caller.ts";
import { idempotencyKeys } from "../http/request/idempotency.ts";
import { noLimits, rateLimits } from "../http/request/limits.ts";
import { orderEmailToken } from "../http/request/order-token.ts";
import type { ServiceRequest } from "../http/request/service-request.ts";
import { signedKey } from "../http/request/signed-key.ts";
import { replyToken, ticketToken } from "../http/request/ticket-token.ts";
import { openStreams } from "../http/streams.ts";
import { type JobQueues, jobQueues } from "../jobs/boss.ts";
import type { Mailer } from "../mail/delivery/mailer.ts";
import { mailTransport } from "../mail/delivery/transport.ts";
import { ratesByRail } from "../market/rates/rates-by-rail.ts";
import { exchangeSource } from "../observability/metrics/exchange-source.ts";
import { watchFigures } from "../observability/metrics/figure-watch.ts";
import type { Metrics } from "../observability/metrics/metrics.ts";
import { observedDatabase } from "../observability/metrics/observed-database.ts";
import { countedFigures, poolFigures } from "../observability/metrics/process-figures.ts";
import { tracedDatabase } from "../observability/tracing/traced-database.ts";
import { tracedJobs } from "../observability/tracing/traced-jobs.ts";
import { tracedRails } from "../observability/tracing/traced-rails.ts";
import type { Tracing } from "../observability/tracing/tracing.ts";
import { watchReserves } from "../orders/emails/reserve-watch.ts";
import { webPush } from "../orders/push/web-push.ts";
import { openMarket } from "../orders/quotes/market.ts";
import { defaultPolicy, type Policy } from "../orders/rules/policy.ts";
import { resumeWork, sweep } from "../orders/sweep.ts";
import { recordVersion } from "../orders/terms/terms-states.ts";
import { orderWatch } from "../orders/view/order-watch.ts";
import type { Context } from "../ports/context.ts";
import type { Ids } from "../ports/ids.ts";
import type { Jobs, PeriodicTask } from "../ports/jobs.ts";
import type { Rails } from "../ports/rail.ts";
import { checkNamedRails } from "../rails/check-named-rails.ts";
import { checkNetworks } from "../rails/check-networks.ts";
import { railsFor, railTasks } from "../rails/rails.ts";
import { sandboxSite } from "../rails/sandbox/calls/sandbox-pages.ts";
import type { UpstreamEnv } from "../settings/env.ts";
import { errorLog } from "../shared/log.ts";
import { unapprovedOverrides } from "../staff/second-person.ts";
import { signer } from "../verify/signing/signer.ts";
import { dayLimit } from "../withdrawals/day-limit.ts";
import { runDueWithdrawals } from "../withdrawals/run-due.ts";
import { routes } from "./calls.ts";
import type { ServiceClock } from "./clock.ts";
import { housekeeping } from "./housekeeping.ts";
import { jobWork } from "./job-work.ts";
import { payoutOwners } from "./payout-owners.ts";
import { readiness } from "./readiness.ts";
import { resumeAfterOutage } from "./resume-after-outage.ts";
import { startSchedule } from "./schedule.ts";
import { serviceTasks } from "./tasks.ts";

/** Dependencies of the service. Clock and random ids are passed in. */
export type Parts = {
  db: Database;
  env: UpstreamEnv;
  clock: ServiceClock;
  ids: Ids;
  log: Logger;
  policy?: Policy;
  /** Queues in the database when left out. */
  jobs?: JobQueues;
  /** Guards the history of the database; without it any is accepted. */
  history?: History;
  /** The rails named in the settings when left out. */
  rails?: Rails;
  /** None without METRICS_PORT. */
  metrics?: Metrics | undefined;
  /** None without OTEL_EXPORTER_OTLP_ENDPOINT. */
  tracing?: Tracing | undefined;
  /** Bounds the calls worked on at once; none where a site in this process does. */
  places?: CallPlaces | undefined;
};

export type Upstream = {
  /** Handles one call. Without a peer the caller is this process, and its statements about the visitor are trusted. */
  fetch(request: ServiceRequest, peer?: Peer): Promise<Response>;
  /** Answers that are the same for every caller, for a server in this process that has the connection. */
  replies: ReplyCache;
  /** Calls `listener` whenever this process has changed prices, pairs, reserves or maintenance. */
  onMarketChange(listener: () => void): void;
  /** Applies everything due by the service's clock. */
  sweep(): Promise<void>;
  /** Starts jobs and scheduled tasks. */
  start(): Promise<void>;
  /** Ends open streams, so that a server can close. */
  endStreams(): void;
  /** Lets running work end. The database stays open: its owner closes it. */
  stop(): Promise<void>;
  ready(): Promise<boolean>;
  context: Context;
  mailer: Mailer;
};

const thisProcess: Peer = { address: null, isTrusted: true };
const untrustedPeer: Peer = { address: null, isTrusted: false };

/** Builds the service. Nothing runs or is written before `start`. */
export function createUpstream(programParts: Parts): Upstream {
  const { env, clock, log, metrics, tracing, places } = programParts;
  const db = watchedDatabase(programParts);
  const parts = { ...programParts, db };
  const elapsedMs = () => performance.now();
  const errors = errorLog(log, elapsedMs);
  const outage = resumeAfterOutage(errors, () => resumeWork(context));
  const queues = parts.jobs ?? jobQueues(db, outage);
  const listeners: (() => void)[] = [];
  const onMarketChange = () => listeners.forEach((listener) => void listener());
  const context = contextOf(parts, queues, onMarketChange, async (request) =>
    app.fetch(request, { peer: untrustedPeer }),
  );
  const mailer = mailerOf(env);
  const limits = env.RATE_LIMITS === "on" ? rateLimits(db) : noLimits;
  const streams = openStreams();
  const watch = orderWatch(context, errors);
  const earned = earnedCredentials(elapsedMs);
  const keys = idempotencyKeys(context);
  const service = { ctx: context, limits, keys, streams, watch, metrics, tracing, places, earned };
  const ready = readiness(context, elapsedMs);
  if (metrics) readFigures(metrics, { ...context, db: programParts.db }, errors);
  const app = api(service, routes, [{ path: "sandbox", open: sandboxSite }], { ready });
  let schedule: ReturnType<typeof startSchedule> | undefined;

  return {
    context,
    mailer,
    ready,
    replies: replyCache(context, limits),
    // A caller may pass a part of Request; Hono reads no other part of it.
    fetch: async (request, peer = thisProcess) => app.fetch(request as Request, { peer }),
    onMarketChange: (listener) => void listeners.push(listener),
    async sweep() {
      await sweep(context);
      await runDueWithdrawals(context);
    },
    async start() {
      if (env.AFFILIATES === "on") await retryWhileDown(() => checkRewardAsset(db.orm, env.AFFILIATE_ASSET));
      checkNetworks(context.rails);
      await retryWhileDown(() => checkNamedRails(db.orm, context.rails, env.RAILS));
      await retryWhileDown(() => recordVersion(context, clock.now()));
      await queues.start(tracing ? tracedJobs(jobWork(context, mailer), tracing) : jobWork(context, mailer));
      await outage.resumeAtStart();
      await retryWhileDown(() => context.signer.keys(db.orm, clock.now()));
      const resuming = { name: "after an outage", everySeconds: 2, run: outage.resumeIfDue };
      const releasing = { name: "abandoned jobs", everySeconds: 15, run: queues.releaseAbandoned };
      const advancing = { name: "history", everySeconds: 5, run: async () => parts.history?.advance(db.query) };
      const upkeep = [advancing, resuming, releasing, ...watches(context, mailer), ...housekeeping(context, clock)];
      schedule = startSchedule([...upkeep, ...serviceTasks(context), ...railTasks(context)], errors);
    },
    endStreams: streams.end,
    async stop() {
      streams.end();
      await schedule?.stop();
      await queues.stop();
      mailer.transport.close();
    },
  };
}

/** What tells the operator by email. */
function watches(context: Context, mailer: Mailer): PeriodicTask[] {
  return [
    { name: "low reserves", everySeconds: 60, run: () => watchReserves(context, mailer) },
    { name: "alerts", everySeconds: 60, firstAfterSeconds: 60, run: () => watchFigures(context, mailer) },
    { name: "reconciliation", everySeconds: 600, firstAfterSeconds: 120, run: () => reconcileDue(context, mailer) },
  ];
}

function watchedDatabase({ db, metrics, tracing }: Pick<Parts, "db" | "metrics" | "tracing">): Database {
  const measured = metrics ? observedDatabase(db, metrics) : db;
  return tracing ? tracedDatabase(measured, tracing) : measured;
}

/** The state of the exchange, by a database whose readings are not timed: they are no work of the exchange. */
function readFigures(metrics: Metrics, context: Context, onError: (error: unknown, where: string) => void): void {
  metrics.read(exchangeSource(context, () => performance.now(), onError));
  metrics.read(() => poolFigures(context.db));
  metrics.read(countedFigures);
}

function contextOf(parts: Parts, jobs: Jobs, onMarketChange: () => void, callBack: Context["callBack"]): Context {
  const { db, env, clock, ids, log, tracing } = parts;
  const policy = { ...(parts.policy ?? defaultPolicy), unpaid: env.UNPAID_LIMITS, payers: env.PAYER_LIMITS };
  const plain = parts.rails ?? railsFor({ db, clock, ids, env });
  const rails = tracing ? tracedRails(plain, tracing) : plain;
  const rates = ratesByRail(db.orm, rails, env, policy.rateMaxAgeSeconds, () =>
    unapprovedOverrides(db.orm, clock.now()),
  );
  const feesFollow = env.FEES_FOLLOW_NETWORK === "on";
  const payoutCaps = env.PAYOUT_CAPS;
  const hasFloor = env.PRICE_FLOOR === "on";
  const sources = { orm: db.orm, rates, rails, clock, feesFollow, hasFloor, payoutCaps };
  const market = openMarket(sources, () => performance.now(), onMarketChange);
  const statements = signer(env.ORDER_LINK_SECRETS, env.PUBLIC_ORIGIN, (key) =>
    log.error({ key }, "no secret of ORDER_LINK_SECRETS opens the signing key in force, so another one replaces it"),
  );
  const push = webPush(env, log);
  const adapters = { rates, market, rails, payoutOwners, memberLimit: dayLimit, jobs, signer: statements, push };
  return { db, clock, ids, policy, env, ...adapters, log, callBack };
}

/** How the service sends emails. */
export function mailerOf(env: UpstreamEnv): Mailer {
  return {
    transport: mailTransport({
      smtpUrl: env.SMTP_URL,
      from: env.MAIL_FROM,
      replyTo: env.SUPPORT_EMAIL,
      mailboxFolder: join(env.DATA_DIR, "mailbox"),
    }),
    sender: { brand: env.BRAND_NAME, support: env.SUPPORT_EMAIL, company: env.COMPANY },
    origin: env.PUBLIC_ORIGIN,
    operatorEmail: env.OPERATOR_EMAIL,
    orderToken: (order) => orderEmailToken(env.ORDER_LINK_SECRETS, order),
    emailCode: (challenge) => codeOf(env.ACCOUNT_SECRETS, challenge),
    signedKey: (purpose, id) => signedKey(env.ORDER_LINK_SECRETS, purpose, id),
    ticketToken: (number) => ticketToken(env.ORDER_LINK_SECRETS, number, "email"),
    replyAddress: (number) => replyAddress(env, number),
  };
}

/** `reply@mail.example` with the ticket and its token: `reply+10231-huzm4...@mail.example`. */
function replyAddress(env: UpstreamEnv, number: number): string | undefined {
  const [local, domain] = env.SUPPORT_REPLY_ADDRESS?.split("@") ?? [];
  if (local === undefined || domain === undefined) return undefined;
  return `${local}+${number}-${replyToken(env.ORDER_LINK_SECRETS, number)}@${domain}`;
}
