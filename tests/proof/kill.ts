/**
 * kill -9 under load: customers execute and pay orders while the service is killed at random moments. After each
 * restart every acknowledged order must be there once, an execute that got no answer must give one order when it is
 * sent again, paid orders must reach their end, and the ledger must verify.
 *
 *   npx tsx tests/proof/kill.ts pglite 20
 *   npx tsx tests/proof/kill.ts postgres 20
 */
import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../support/postgres.ts";
import { type Attempt, Customer } from "./customer.ts";
import { type Service, startService } from "./service.ts";

const [database = "pglite", rounds = "20", seedText] = process.argv.slice(2);
const seed = Number(seedText ?? Math.floor(Math.random() * 2 ** 31));
let randomState = seed;
console.log(`kill -9, ${rounds} rounds on ${database}, seed ${seed}`);

const dataDir = await mkdtemp(join(tmpdir(), "kursa-proof-"));
const postgres = database === "postgres" ? await startPostgres() : undefined;
const settings: Record<string, string> = {
  DATA_DIR: dataDir,
  SESSION_SECRETS: "s".repeat(64),
  ORDER_LINK_SECRETS: "o".repeat(64),
  API_CLIENT_SECRET: "c".repeat(64),
  ...(postgres ? { DATABASE_URL: await postgres.freshUrl() } : {}),
};
const figures = { acknowledged: 0, unanswered: 0, paid: 0, lost: 0, doubled: 0, stuck: 0, violations: 0 };

let service = await startService(settings);
for (let round = 1; round <= Number(rounds); round += 1) {
  const { acknowledged, unanswered, paid } = await load(service);
  service = await startService(settings);
  await verify(service, acknowledged, unanswered, paid);
  process.stdout.write(`round ${round}: ${JSON.stringify(figures)}\n`);
}
await service.kill("SIGTERM");
await postgres?.stop();
await rm(dataDir, { recursive: true, force: true });
const bad = figures.lost + figures.doubled + figures.stuck + figures.violations;
console.log(`${Number(rounds)} rounds, ${figures.acknowledged} acknowledged, ${bad} wrong`);
process.exitCode = bad === 0 && figures.acknowledged > 0 ? 0 : 1;

/** Eight customers at once until the kill, at a random moment after the first answers. */
async function load(running: Service) {
  const acknowledged: Attempt[] = [];
  const unanswered: Attempt[] = [];
  const paid: Attempt[] = [];
  let dead = false;
  const shop = async () => {
    const customer = new Customer(running.base);
    while (!dead) {
      const attempt = await customer.prepare().catch(() => undefined);
      if (!attempt) continue;
      const answer = await customer.execute(attempt).catch(() => undefined);
      if (!answer) unanswered.push(attempt);
      else if (answer.status === 200) acknowledged.push(attempt);
      else if (!dead) throw new Error(`execute: ${answer.status} ${JSON.stringify(answer.body)}`);
      if (answer?.status === 200 && random() < 0.5) {
        paid.push(attempt);
        await customer.pay(attempt).catch(() => undefined);
      }
    }
  };
  const shops = Array.from({ length: 8 }, shop);
  await new Promise((resolve) => setTimeout(resolve, 700 + random() * 1300));
  await running.kill("SIGKILL");
  dead = true;
  await Promise.all(shops);
  return { acknowledged, unanswered, paid };
}

async function verify(running: Service, acknowledged: Attempt[], unanswered: Attempt[], paid: Attempt[]) {
  const customer = new Customer(running.base);
  figures.acknowledged += acknowledged.length;
  figures.unanswered += unanswered.length;
  figures.paid += paid.length;
  for (const attempt of acknowledged) {
    const order = await customer.track(attempt).catch(() => undefined);
    if (!order || order.status === "draft") figures.lost += 1;
    const again = await customer.execute(attempt);
    if (again.status !== 200) figures.doubled += 1;
  }
  for (const attempt of unanswered) {
    const again = await retried(
      () => customer.execute(attempt),
      (answer) => answer.status !== 409,
    );
    if (again.status !== 200) figures.lost += 1;
  }
  for (const attempt of paid) {
    await customer.pay(attempt);
    const order = await retried(
      () => customer.track(attempt),
      (state) => state.status === "completed" || state.status === "on_hold",
    );
    if (order.status !== "completed" && order.status !== "on_hold") {
      figures.stuck += 1;
      console.error(`${order.ref} is still ${order.status}`);
    }
  }
  const ledger = spawnSync(process.execPath, ["build/operator.js", "ledger", "verify"], {
    env: { ...process.env, ...settings },
    encoding: "utf8",
  });
  if (ledger.status !== 0) {
    figures.violations += 1;
    console.error(ledger.stdout, ledger.stderr);
  }
}

/** Asks again for at most a minute (a dead process's lease must run out), until the answer will do; else the last one. */
async function retried<T>(ask: () => Promise<T>, enough: (answer: T) => boolean): Promise<T> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const answer = await ask();
    if (enough(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return ask();
}

/** Small and seeded; good enough to choose moments. */
function random(): number {
  randomState = (Math.imul(randomState, 1664525) + 1013904223) >>> 0;
  return randomState / 2 ** 32;
}
