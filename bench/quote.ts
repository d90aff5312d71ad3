import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { quoteFor } from "../upstream/market/rules/pricing.ts";
import { buildPrograms, built, compare, median, type Program, startProgram } from "./program.ts";

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
const requestsARound = 8_000;

/** A price computed in process, and over HTTP against a hello server, in turns, by CPU per request. */
export async function benchQuote(port: number): Promise<void> {
  for (const side of ["from", "to"] as const) console.log(`quote, pure, side ${side}: ${pureMicroseconds(side)} us`);
  await buildPrograms({ service: "upstream/program/main.ts", hello: "bench/hello.ts" });
  const folder = mkdtempSync(join(tmpdir(), "bench-quote-"));
  const env = { DATA_DIR: folder, RATE_LIMITS: "off", LOG_LEVEL: "warn" };
  const programs: Program[] = [];
  try {
    const service = await startProgram(built("service"), { ...env, PORT: String(port) }, quotePath);
    programs.push(service);
    const hello = await startProgram(built("hello"), { PORT: String(port + 1) }, "/");
    programs.push(hello);
    const ratio = await compare("quote against hello", service, hello, requestsARound);
    console.log(`quote over HTTP: ${ratio.toFixed(2)} times the CPU of hello (bar: 1.5)`);
  } finally {
    await Promise.all(programs.map((program) => program.stop()));
    rmSync(folder, { recursive: true });
  }
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
