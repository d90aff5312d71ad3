/**
 * A storm of signed events at the webhook of a running service: 1,000 payments and 100 that vanish, each sent one to
 * twenty times, shuffled, eight at once. Every payment is booked once, every order ends, and the ledger verifies.
 *
 *   npx tsx tests/proof/storm.ts pglite
 *   npx tsx tests/proof/storm.ts postgres
 */
import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gatewaySettings, signedRequest } from "../support/service/gateway.ts";
import { startPostgres } from "../support/service/postgres.ts";
import { deliverAll, storm } from "../support/service/webhook-storm.ts";
import { Customer } from "./customer.ts";
import { startService } from "./service.ts";

const [database = "pglite", ordersText = "100", seedText] = process.argv.slice(2);
const seed = Number(seedText ?? Math.floor(Math.random() * 2 ** 31));
const paymentsEach = 10;
console.log(`webhook storm, ${ordersText} orders of ${paymentsEach} payments on ${database}, seed ${seed}`);

const dataDir = await mkdtemp(join(tmpdir(), "kursa-proof-"));
const postgres = database === "postgres" ? await startPostgres() : undefined;
const settings: Record<string, string> = {
  DATA_DIR: dataDir,
  SESSION_SECRETS: "s".repeat(64),
  ORDER_LINK_SECRETS: "o".repeat(64),
  ACCOUNT_SECRETS: "a".repeat(64),
  API_CLIENT_SECRET: "c".repeat(64),
  ...gatewaySettings,
  ...(postgres ? { DATABASE_URL: await postgres.freshUrl() } : {}),
};
const service = await startService(settings);
const customer = new Customer(service.base);

const orders = [];
for (let at = 0; at < Number(ordersText); at += 1) {
  const attempt = await customer.prepare();
  orders.push({ attempt, session: await customer.openSession(attempt) });
}
const plan = storm(
  orders.map(({ session }) => session),
  { paymentsEach, amount: "2", mostTimes: 20 },
  seed,
);
const startedMs = performance.now();
const refused = await deliverAll(plan.deliveries, async (event) => {
  const { headers, url } = signedRequest(new Date(), event);
  const response = await fetch(`${service.base}${new URL(url).pathname}`, {
    method: "POST",
    headers,
    body: event.body,
  });
  await response.arrayBuffer();
  return response.status;
});
const seconds = (performance.now() - startedMs) / 1000;

const figures = { effects: 0, leftovers: 0, unfinished: 0 };
for (const { attempt } of orders) {
  const order = await customer.ended(attempt);
  figures.effects += order.payin.txs.filter(({ status }) => status === "final").length;
  figures.leftovers += order.payin.txs.filter(({ status }) => status === "seen").length;
  if (order.status !== "completed" || order.from.received !== "20.000000") figures.unfinished += 1;
}
await service.kill("SIGTERM");
const ledger = spawnSync(process.execPath, ["build/operator.js", "ledger", "verify"], {
  env: { ...process.env, ...settings },
  encoding: "utf8",
});
console.log(ledger.stdout.trim(), ledger.stderr.trim());
await postgres?.stop();
await rm(dataDir, { recursive: true, force: true });

const { events, payments, deliveries } = plan;
console.log(
  `${events} events in ${deliveries.length} deliveries, ${seconds.toFixed(1)} s: ${figures.effects} effects of ${payments}, ` +
    `${figures.leftovers} left over, ${figures.unfinished} unfinished, refused ${JSON.stringify(refused)}`,
);
const isRight = figures.effects === payments && figures.leftovers === 0 && figures.unfinished === 0;
process.exitCode = isRight && Object.keys(refused).length === 0 && ledger.status === 0 ? 0 : 1;
