/**
 * Requests generated from the service's OpenAPI document, most with one fault, against a started service: no
 * undocumented 5xx, status or shape, and no response slower than five seconds; afterwards memory is back and the ledger
 * verifies. A failure prints the request and its seed.
 *
 *   npx tsx tests/proof/fuzz.ts 50000
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { mismatchOf } from "../support/fuzz/check-answer.ts";
import { described } from "../support/fuzz/document.ts";
import { type Held, randomRequest } from "../support/fuzz/random-request.ts";
import { send } from "../support/fuzz/send.ts";
import { wordsOf } from "../support/fuzz/typical-values.ts";
import { chance } from "../support/simulation/chance.ts";
import { Customer } from "./customer.ts";
import { startService } from "./service.ts";

const [count = "50000", seedText] = process.argv.slice(2);
const seed = seedText ?? String(Math.floor(Math.random() * 2 ** 31));
const atOnce = 16;
/** The orders in use are recreated this often: the fuzz cancels them. */
const freshOrdersEvery = 500;
const warmShare = 0.2;
const hangMs = 5000;
/** When even a health check takes this long, a slow response proves nothing. */
const busyMs = 500;
const giveUpMs = 60_000;
console.log(`fuzz: ${count} requests, seed ${seed}`);

const dataDir = await mkdtemp(join(tmpdir(), "kursa-fuzz-"));
const settings = { DATA_DIR: dataDir, SANDBOX_CLOCK: "0", LOG_LEVEL: "error" };
const service = await startService(settings);
process.once("exit", () => service.process.kill("SIGKILL"));
const description = described(await (await fetch(`${service.base}/api/v1/openapi.json`)).text());
const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
const customer = new Customer(service.base);
const wrong = new Map<string, { count: number; example: string }>();
const statuses = new Map<number, number>();
let orders: Held[] = await freshOrders();
let done = 0;
let slowestMs = 0;
let warmRssKb = 0;

let healthMs = 0;
const looking = setInterval(() => void lookAtHealth(), 1000);
await Promise.all(Array.from({ length: atOnce }, (_, worker) => work(worker)));
clearInterval(looking);
agent.destroy();
await pause(15_000);
const rssKb = residentKb();
const ledger = spawnSync(process.execPath, ["build/operator.js", "ledger", "verify"], {
  env: { ...process.env, ...settings },
  encoding: "utf8",
});
const faultsLogged = service
  .log()
  .split("\n")
  .filter((line) => line.includes('"level":50')).length;
await service.kill("SIGTERM");
await rm(dataDir, { recursive: true, force: true });

const byStatus = [...statuses].sort(([a], [b]) => a - b).map(([status, of]) => `${status}: ${of}`);
console.log(`${done} requests, ${byStatus.join(", ")}; slowest ${Math.round(slowestMs)} ms`);
console.log(`resident: ${Math.round(warmRssKb / 1024)} MB warm, ${Math.round(rssKb / 1024)} MB after`);
for (const [what, { count: times }] of wrong) console.log(`WRONG ${times} times: ${what}`);
if (ledger.status !== 0) console.log(`WRONG: the ledger does not verify\n${ledger.stdout}${ledger.stderr}`);
if (faultsLogged > 0) console.log(`WRONG: ${faultsLogged} faults in the log\n${service.log().slice(-3000)}`);
const memoryHolds = rssKb <= warmRssKb * 1.1;
if (!memoryHolds) console.log("WRONG: the memory did not come back within 10 %");
process.exitCode = wrong.size === 0 && ledger.status === 0 && faultsLogged === 0 && memoryHolds ? 0 : 1;

async function work(worker: number): Promise<void> {
  const luck = chance(seed, worker);
  const share = Math.ceil(Number(count) / atOnce);
  for (let turn = 0; turn < share; turn += 1) {
    if (worker === 0 && turn % Math.ceil(freshOrdersEvery / atOnce) === 0) {
      orders = await freshOrders().catch((error: Error) => {
        wrong.set(`an ordinary order: ${error.message}`, { count: 1, example: `after ${done} requests` });
        return orders;
      });
      if (done > 0) console.log(`${done} requests`);
    }
    if (worker === 0 && warmRssKb === 0 && done > Number(count) * warmShare) warmRssKb = residentKb();
    const request = randomRequest(
      luck.pick(description.operations),
      { described: description, words: wordsOf(), orders },
      luck,
    );
    const startedMs = performance.now();
    const answer = await send(service.base, request, agent, giveUpMs).catch((error: Error) => error);
    const tookMs = performance.now() - startedMs;
    done += 1;
    if (!request.slowly) slowestMs = Math.max(slowestMs, tookMs);
    if (!(answer instanceof Error)) statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const hung = tookMs > hangMs && healthMs < busyMs && !request.slowly;
    const fault = answer instanceof Error ? `no answer: ${answer.message}` : mismatchOf(request, answer, description);
    if (hung) note(`${request.operation.operationId}: took longer than ${hangMs} ms`, request, answer);
    if (fault) note(`${request.operation.operationId}: ${fault}`, request, answer);
  }
}

/** The slowest recent health check; older ones decay. */
async function lookAtHealth(): Promise<void> {
  const startedMs = performance.now();
  await fetch(`${service.base}/healthz`).catch(() => undefined);
  healthMs = Math.max(performance.now() - startedMs, healthMs * 0.8);
}

function note(
  what: string,
  { method, target, headers, body }: ReturnType<typeof randomRequest>,
  answer: unknown,
): void {
  const earlier = wrong.get(what);
  const described = { method, target, headers, body: body?.toString("latin1").slice(0, 600), answer };
  const example = earlier?.example ?? JSON.stringify(described).slice(0, 2500);
  if (!earlier) console.log(`WRONG: ${what}\n  ${example}`);
  wrong.set(what, { count: (earlier?.count ?? 0) + 1, example });
}

/** One draft, one awaiting payment, one partially paid. */
async function freshOrders(): Promise<Held[]> {
  const attempts = await Promise.all([customer.prepare(), customer.prepare(), customer.prepare()]);
  for (const attempt of attempts.slice(1)) await customer.execute(attempt);
  const [, , partly] = attempts;
  if (partly)
    await customer.call("POST", "sandbox/events", {
      token: partly.token,
      body: { ref: partly.ref, event: "pay_partial" },
    });
  return attempts.map(({ ref, token, key }) => ({ ref, token, quoteId: key.split(":")[2] ?? "" }));
}

function residentKb(): number {
  const status = readFileSync(`/proc/${service.process.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
}
