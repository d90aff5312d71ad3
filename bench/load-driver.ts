import { z } from "zod/v4";
import { Connection } from "./connection.ts";
import { loadClient, type Sent } from "./load-client.ts";
import { outcomeOf, visits } from "./load-visits.ts";

/**
 * The load generator, a process of its own: finds how much the site answers to visitors who wait for their answers, then
 * sends three times as many visitors a second by the clock, whatever is answered. Prints its figures as JSON.
 */
const settings = z
  .object({ origin: z.string(), mix: z.enum(["site", "api"]), seconds: z.number(), times: z.number() })
  .parse(JSON.parse(process.argv[2] ?? ""));
const { origin, mix, seconds, times } = settings;

const patienceMs = 60_000;
const healthPatienceMs = 20_000;
const visitorsAtOnce = 6;
const capacitySeconds = 10;
const recoverySeconds = 15;
/** Home without load takes a tenth of it. */
const normalMs = 200;
const probeEveryMs = 100;

const client = loadClient(origin, patienceMs);
const { next, orders } = visits(client, origin, mix);

await visitInTurn(3);
client.take();
const visitorsASecond = await visitInTurn(capacitySeconds);
const unhurried = figures(client.take());

const health = probe("/healthz", healthPatienceMs);
const cpuBefore = process.cpuUsage();
const late = await visitByClock(visitorsASecond * times);
const floodEndMs = Date.now();
const cpu = process.cpuUsage(cpuBefore);
const duringHealth = [...health.taken];
const home = probe("/En", patienceMs, { cookie: "bench=1" });
await pause(recoverySeconds * 1000);
home.end();
health.end();
while (client.unanswered() > 0) await pause(50);
const flood = client.take();
const { lost, payouts } = await outcomeOf(client, orders);
const paidOut = payouts.filter(({ endedAtMs }) => Number.isFinite(endedAtMs));
process.stdout.write(
  JSON.stringify({
    visitorsASecond,
    unhurried,
    generatorCpu: (cpu.user + cpu.system) / 1e6 / seconds,
    generatorLateMs: late,
    ...figures(flood),
    health: spread(duringHealth.map(({ ms }) => ms)),
    recoveredMs: recoveredMs(home.taken),
    orders: orders.length,
    executed: orders.filter(({ isExecuted }) => isExecuted).length,
    lost,
    paid: payouts.length,
    paidOut: paidOut.length,
    paidOutInFlood: paidOut.filter(({ endedAtMs }) => endedAtMs <= floodEndMs).length,
    payout: spread(paidOut.map(({ tookMs }) => tookMs)),
  }),
);
process.exit(0);

/** Visitors that each wait for their answers; returns how many a second were served. */
async function visitInTurn(forSeconds: number): Promise<number> {
  const startMs = performance.now();
  let through = 0;
  const visitor = async () => {
    while (performance.now() - startMs < forSeconds * 1000) {
      await next();
      through += 1;
    }
  };
  await Promise.all(Array.from({ length: visitorsAtOnce }, visitor));
  return (through * 1000) / (performance.now() - startMs);
}

/** Sends this many visitors a second. Returns how late the generator itself was: the 99th percentile. */
async function visitByClock(aSecond: number): Promise<number> {
  const startMs = performance.now();
  const lateMs: number[] = [];
  const count = aSecond * seconds;
  for (let sent = 0; sent < count; ) {
    const nowMs = performance.now() - startMs;
    for (; sent < count && (sent * 1000) / aSecond <= nowMs; sent += 1) {
      lateMs.push(nowMs - (sent * 1000) / aSecond);
      void next();
    }
    await pause(1);
  }
  return spread(lateMs).p99;
}

/** Asks for one path by the clock, on a new connection each time. */
function probe(target: string, givesUpMs: number, headers: Record<string, string> = {}) {
  const startMs = performance.now();
  const taken: { atMs: number; ms: number; isRight: boolean }[] = [];
  const timer = setInterval(async () => {
    const atMs = performance.now();
    const asked = Connection.to(origin).then(async (connection) => {
      const { status } = await connection.send("GET", target, headers);
      connection.close();
      return status === "200";
    });
    const isRight = await Promise.race([asked.catch(() => false), pause(givesUpMs).then(() => false)]);
    taken.push({ atMs: atMs - startMs, ms: performance.now() - atMs, isRight });
  }, probeEveryMs);
  return { taken, end: () => clearInterval(timer) };
}

/** When the last slow answer or refusal came. */
function recoveredMs(taken: typeof home.taken): number {
  const slow = taken.filter(({ ms, isRight }) => ms > normalMs || !isRight);
  return slow.length === 0 ? 0 : Math.max(...slow.map(({ atMs, ms }) => atMs + ms));
}

function figures(sent: readonly Sent[]) {
  const isShed = ({ status }: Sent) => status === "503";
  const isAccepted = ({ status }: Sent) => /^[23]/.test(status);
  const accepted = sent.filter(isAccepted);
  const shed = sent.filter(isShed);
  const other = sent.filter((request) => !isShed(request) && !isAccepted(request));
  const byKind = Object.fromEntries(
    [...new Set(sent.map(({ kind }) => kind))].map((kind) => {
      const acceptedOfKind = accepted.filter((request) => request.kind === kind);
      const all = sent.filter((request) => request.kind === kind).length;
      return [kind, { share: acceptedOfKind.length / all, ...spread(acceptedOfKind.map(({ ms }) => ms)) }];
    }),
  );
  return {
    sent: sent.length,
    accepted: spread(accepted.map(({ ms }) => ms)),
    shed: spread(shed.map(({ ms }) => ms)),
    shedWithoutRetryAfter: shed.filter(({ hasRetryAfter }) => !hasRetryAfter).length,
    other: [...new Set(other.map(({ status }) => status))].map(
      (status) => `${status}: ${other.filter((request) => request.status === status).length}`,
    ),
    byKind,
  };
}

function spread(ms: readonly number[]): { count: number; p50: number; p99: number; max: number } {
  const sorted = [...ms].sort((a, b) => a - b);
  const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10;
  return { count: ms.length, p50: at(0.5), p99: at(0.99), max: Math.round(sorted.at(-1) ?? 0) };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
