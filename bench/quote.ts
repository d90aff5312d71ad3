import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { quoteFor } from "../upstream/domain/pricing.ts";
import { buildPrograms, load, type Program, startProgram } from "./program.ts";

const terms = {
  rate: "0.9650",
  serviceBps: 50,
  payoutFee: 0n,
  bonusBps: 10,
  fixedBonus: 0n,
  fromDecimals: 6,
  toDecimals: 2,
  minFrom: 20_000_000n,
  maxFrom: 5_000_000_000n,
};
const quotePath = "/api/v1/exchange?from=usdt-trc20&to=paypal-usd&amount=500&side=from";
const rounds = 7;
const requestsARound = 8_000;
const connections = 8;

/** The price alone, and the price over HTTP beside a server that says hello, in turns, by CPU time per request. */
export async function benchQuote(port: number): Promise<void> {
  for (const side of ["from", "to"] as const) console.log(`quote, pure, side ${side}: ${pureMicroseconds(side)} us`);
  await buildPrograms({ service: "upstream/main.ts", hello: "bench/hello.ts" });
  const folder = mkdtempSync(join(tmpdir(), "bench-quote-"));
  const env = { DATA_DIR: folder, RATE_LIMITS: "off", LOG_LEVEL: "warn" };
  const programs: Program[] = [];
  try {
    const service = await startProgram("service", { ...env, PORT: String(port) }, quotePath);
    programs.push(service);
    const hello = await startProgram("hello", { PORT: String(port + 1) }, "/");
    programs.push(hello);
    await compare(service, hello);
  } finally {
    await Promise.all(programs.map((program) => program.stop()));
    rmSync(folder, { recursive: true });
  }
}

async function compare(service: Program, hello: Program): Promise<void> {
  // Two rounds each that do not count: a young program is still being compiled.
  for (const program of [service, hello, service, hello]) await cpuMicroseconds(program);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const quote = await cpuMicroseconds(service);
    const plain = await cpuMicroseconds(hello);
    ratios.push(quote.cpu / plain.cpu);
    console.log(`quote ${quote.cpu.toFixed(0)} us, hello ${plain.cpu.toFixed(0)} us, p99 ${quote.p99Ms.toFixed(1)} ms`);
  }
  console.log(`quote over HTTP: ${median(ratios).toFixed(2)} times the CPU of hello (bar: 1.5)`);
}

async function cpuMicroseconds(program: Program): Promise<{ cpu: number; p99Ms: number }> {
  const before = program.cpuSeconds();
  const tookMs = await load(program.url, requestsARound, connections);
  const cpu = ((program.cpuSeconds() - before) * 1_000_000) / requestsARound;
  const p99Ms = tookMs.sort((one, other) => one - other)[Math.floor(tookMs.length * 0.99)] ?? 0;
  return { cpu, p99Ms };
}

function pureMicroseconds(side: "from" | "to"): string {
  const times = 200_000;
  const amounts = Array.from({ length: 64 }, (_, index) => (side === "from" ? 500_000_000n : 48_000n) + BigInt(index));
  const run = () => {
    const before = process.cpuUsage();
    for (let index = 0; index < times; index += 1) quoteFor(terms, side, amounts[index % 64] ?? 1n);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / times;
  };
  run();
  return median([run(), run(), run()]).toFixed(2);
}

function median(figures: number[]): number {
  return [...figures].sort((one, other) => one - other)[Math.floor(figures.length / 2)] ?? 0;
}
