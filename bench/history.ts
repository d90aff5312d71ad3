import { execFile } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { publicPages } from "../app/http/paths/public-pages.ts";
import { termsVersion } from "../contract/order/terms.ts";
import { type Examples, writeHistory } from "../tests/support/orders/order-history.ts";
import { executedOrder, type OrderKey, type Service } from "../tests/support/orders/order-steps.ts";
import { answerOf, wireRequest } from "../tests/support/service/api-client.ts";
import { type Postgres, startPostgres } from "../tests/support/service/postgres.ts";
import { type Site, startSite } from "../tests/support/site/site.ts";
import { connectPostgres } from "../upstream/db/postgres/postgres.ts";
import { customers } from "./order-drafts.ts";
import { familySeconds, processorSeconds } from "./processor-time.ts";
import { median } from "./program.ts";

const run = promisify(execFile);
const fewOrders = 1_000;
const manyOrders = Number(process.env.BENCH_ORDERS ?? 1_000_000);
const rounds = 5;
const requestsARound = 12;
/** At most so many times the processor time that it takes after a thousand orders. */
const bar = 2;
/** Rows that statements of a run may read of one table from its beginning to its end. */
const fewRows = 100_000;

/** The built site with a separate database, an order that waits for its payment, and the cookie with which its page opens. */
type Exchange = { site: Site; database: string; open: OrderKey; cookie: string };

/**
 * What calls, pages and whole orders cost after a thousand orders and after `BENCH_ORDERS`, a million by default: processor time
 * of site and PostgreSQL, in turns. Needs `npm run build` first, some 10 GB for a million orders, and half an hour to write them.
 */
export async function benchHistory(): Promise<void> {
  const server = await startPostgres({ isDurable: false });
  const sites: Site[] = [];
  const begin = async (database: string) => {
    const site = await siteOn(server.url(database));
    sites.push(site);
    const open = await executedOrder(serviceOf(site));
    return { site, database, open, cookie: await cookieOf(site, open) };
  };
  try {
    await fill(server);
    const few = await begin("few");
    const many = await begin("many");
    await compareAll(server, few, many);
    await printWholeReads(server, many.database);
  } finally {
    for (const site of sites) await site.stop();
    await server.stop();
  }
}

const secrets = { ORDER_LINK_SECRETS: "bench".repeat(8), ACCOUNT_SECRETS: "bench".repeat(8) };
/** Caps and limits are asked for, as in an exchange, and refuse nothing here. */
const limits = { PAYOUT_CAPS: "", UNPAID_LIMITS: "network=100,email=100,day=100,firm=100,left=100,orders=100000" };
const siteOn = (url: string) => startSite({ ...secrets, ...limits, DATABASE_URL: url, LOG_LEVEL: "warn" });

const serviceOf = ({ origin }: Site): Service => ({
  call: async (name, sent) => answerOf(name, await fetch(wireRequest(name, sent, origin))),
});

async function cookieOf({ origin }: Site, { ref, token }: OrderKey): Promise<string> {
  const response = await fetch(`${origin}/En/order/${ref}?t=${token}`, { redirect: "manual" });
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** One exchange makes the examples; two copies of its database get the histories. */
async function fill({ url, freshUrl, query }: Postgres): Promise<void> {
  const site = await siteOn(await freshUrl("examples"));
  const examples = await exampleOrders(site, url("examples")).finally(() => site.stop());
  for (const [database, orders] of [["few", fewOrders] as const, ["many", manyOrders] as const]) {
    await query(`create database ${database} template examples`);
    const db = connectPostgres(url(database), 2);
    const startMs = performance.now();
    await writeHistory(db, examples, { orders, transfers: "copied" });
    const { rows } = await db.query(
      "select pg_database_size(current_database()) as bytes, count(*) as transfers from transfer",
    );
    const seconds = ((performance.now() - startMs) / 1000).toFixed(0);
    const size = (Number(rows[0]?.bytes) / 1e9).toFixed(2);
    console.log(`${orders} orders with ${rows[0]?.transfers} transfers: ${size} GB, written in ${seconds} s`);
    // What the site reads is counted from here on.
    await db.query("select pg_stat_reset()");
    await db.close();
  }
}

/** An order for each end, made by calls. */
async function exampleOrders(site: Site, databaseUrl: string): Promise<Examples> {
  const env = { ...process.env, ...secrets, DATABASE_URL: databaseUrl, DATA_DIR: site.dataDir };
  // What payouts send, and what the network takes for refunds.
  for (const asset of ["paypal-usd", "trx"]) {
    const fund = ["reserve", "fund", asset, "100000000", "--anyway", "--reason", "for the bench"];
    await run(process.execPath, ["build/operator.js", ...fund], { env });
  }
  const service = serviceOf(site);
  const small = { amount: "20" };
  const completed = await executedOrder(service, small);
  await service.call("sandboxEvents", { token: completed.token, body: { ref: completed.ref, event: "pay_exact" } });
  const refunded = await executedOrder(service, small);
  await service.call("sandboxEvents", {
    token: refunded.token,
    body: { ref: refunded.ref, event: "pay_partial", amount: "10" },
  });
  await becomes(service, completed, "completed");
  await becomes(service, refunded, "on_hold");
  const refund = { ref: refunded.ref, action: "request_refund" } as const;
  await service.call("exchangeProcess", { token: refunded.token, key: "refund", body: refund });
  await becomes(service, refunded, "refunded");
  const expired = await executedOrder(service, small);
  await service.call("sandboxClock", { body: { advance_seconds: 7200 } });
  await becomes(service, expired, "expired");
  return { completed: completed.ref, expired: expired.ref, refunded: refunded.ref };
}

async function becomes(service: Service, { ref, token }: OrderKey, status: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { data } = (await service.call("exchangeTrack", { query: { ref }, token })).reply();
    if (data.status === status) return;
    await wait(100);
  }
  throw new Error(`The order ${ref} does not become ${status}.`);
}

const calls = [
  "exchange/pairs",
  "exchange/directions",
  "exchange/rates-export",
  "exchange/rate-history?pair=usdt-trc20_paypal-usd&period=year",
  "exchange/rules",
  `exchange/terms?version=${termsVersion}`,
  "exchange/payout-times",
  "exchange/status",
  "exchange/keys",
  "exchange?from=usdt-trc20&to=paypal-usd&amount=500&side=from",
  "reviews",
  "reviews/highlights",
];

/** What is measured: one request, or what belongs to one order. */
type Subject = { name: string; ask: (of: Exchange) => Promise<void> };

const subjects: Subject[] = [
  ...calls.map((path) => ({ name: path.replace(/\?.*/, ""), ask: (of: Exchange) => get(of, `/api/v1/${path}`) })),
  { name: "exchange/track", ask: (of) => get(of, `/api/v1/exchange/track?ref=${of.open.ref}`) },
  { name: "a whole order until it waits for payment", ask: wholeOrder },
  { name: "a whole order until it is paid out", ask: paidOrder },
  ...publicPages.map((path) => ({
    name: `/En${path}`,
    ask: (of: Exchange) => get(of, `/En${path === "/" ? "" : path}`),
  })),
  { name: "/En/pairs/usdt-trc20-to-paypal-usd", ask: (of) => get(of, "/En/pairs/usdt-trc20-to-paypal-usd") },
  { name: "/En/order/…", ask: (of) => get(of, `/En/order/${of.open.ref}`) },
  { name: "/En/no/such/page", ask: (of) => get(of, "/En/no/such/page", 404) },
];

/** The cookie keeps a page from being served from memory. */
async function get({ site, open, cookie }: Exchange, path: string, status = 200): Promise<void> {
  const headers = { "client-id": "bench", "order-token": open.token, cookie };
  const response = await fetch(site.origin + path, { headers });
  await response.text();
  if (response.status !== status) throw new Error(`${path} answered ${response.status}`);
}

async function wholeOrder({ site }: Exchange): Promise<void> {
  const customer = customers(site.origin, 1);
  await customer.execute(await customer.prepare(1));
  customer.leave();
}

/** With the calls that wait for its end, of which there are as many for either exchange. */
async function paidOrder({ site }: Exchange): Promise<void> {
  const service = serviceOf(site);
  const { ref, token } = await executedOrder(service, { amount: "20" });
  await service.call("sandboxEvents", { token, body: { ref, event: "pay_exact" } });
  await becomes(service, { ref, token }, "completed");
}

async function compareAll(server: Postgres, few: Exchange, many: Exchange): Promise<void> {
  const postmaster = Number(
    (await server.query("select split_part(pg_read_file('postmaster.pid'), chr(10), 1) as pid")).rows[0]?.pid,
  );
  console.log(`\n| | ms after ${fewOrders} orders | after ${manyOrders} | times |\n|---|---|---|---|`);
  let missed = 0;
  for (const { name, ask } of subjects) {
    const cost = async (of: Exchange) => {
      const spent = () => processorSeconds(of.site.process.pid ?? 0) + familySeconds(postmaster);
      const before = spent();
      for (let count = 0; count < requestsARound; count += 1) await ask(of);
      return ((spent() - before) * 1000) / requestsARound;
    };
    for (const of of [few, many]) await cost(of);
    const [small, large]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      small.push(await cost(few));
      large.push(await cost(many));
    }
    const [before, after] = [median(small), median(large)];
    if (after > bar * before) missed += 1;
    console.log(`| ${name} | ${before.toFixed(2)} | ${after.toFixed(2)} | ${(after / before).toFixed(2)} |`);
  }
  console.log(`\n${missed} of ${subjects.length} take more than ${bar} times the processor time.`);
}

/** Tables that the site, with its scheduled tasks, has read from beginning to end since it was started. */
async function printWholeReads({ url }: Postgres, database: string): Promise<void> {
  const db = connectPostgres(url(database), 1);
  const { rows } = await db.query(`select relname, seq_scan, seq_tup_read from pg_stat_user_tables
    where seq_tup_read > ${fewRows} and n_live_tup > 10000 order by seq_tup_read desc`);
  await db.close();
  for (const { relname, seq_scan, seq_tup_read } of rows)
    console.log(`${relname}: read from beginning to end ${seq_scan} times, ${seq_tup_read} rows`);
  console.log(`${rows.length} large tables were read from beginning to end.`);
}
