import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod/v4";
import { startPostgres } from "../tests/support/service/postgres.ts";
import { buildPrograms, built, type Program, startProgram } from "./program.ts";

const run = promisify(execFile);
/** With the bound of memory that npm start has. */
const site = ["--max-semi-space-size=8", "node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"];
const service = ["build/upstream.js"];
const secret = "bench".repeat(8);
const seconds = Number(process.env.OVERLOAD_SECONDS ?? 60);
const times = 3;
/** The generator simulates visitors on other machines: its priority keeps it from waiting for the processors of the site. */
const generatorNiceness = -10;

const spread = z.object({ count: z.number(), p50: z.number(), p99: z.number(), max: z.number() });
const figures = z.object({
  visitorsASecond: z.number(),
  generatorCpu: z.number(),
  generatorLateMs: z.number(),
  sent: z.number(),
  accepted: spread,
  shed: spread,
  shedWithoutRetryAfter: z.number(),
  other: z.array(z.string()),
  byKind: z.record(z.string(), spread.extend({ share: z.number() })),
  health: spread,
  recoveredMs: z.number(),
  orders: z.number(),
  executed: z.number(),
  lost: z.number(),
  paid: z.number(),
  paidOut: z.number(),
  paidOutInFlood: z.number(),
  payout: spread,
});
type Figures = z.infer<typeof figures>;

/** Where the service and its database are. */
const setups = ["embedded", "on PostgreSQL", "separate service", "separate service on PostgreSQL"] as const;
const mixes = ["site", "api"] as const;

/**
 * Three times the visitors that the site can serve, for a minute, by the clock. The generator is a process of its own on
 * the same two cores, and its CPU is printed; only root can give it priority there. Needs `npm run build` first.
 * OVERLOAD_ONLY="embedded/site" runs one.
 */
export async function benchOverload(port: number): Promise<void> {
  await buildPrograms({ "load-driver": "bench/load-driver.ts" });
  const postgres = await startPostgres();
  try {
    for (const setup of setups) {
      for (const mix of mixes) {
        const only = process.env.OVERLOAD_ONLY;
        if (only && !only.split(",").includes(`${setup}/${mix}`)) continue;
        await flooded(setup, mix, port, postgres.freshUrl);
      }
    }
  } finally {
    await postgres.stop();
  }
}

async function flooded(
  setup: (typeof setups)[number],
  mix: (typeof mixes)[number],
  port: number,
  freshUrl: () => Promise<string>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "bench-overload-"));
  const programs: Program[] = [];
  const env: Record<string, string> = {
    DATA_DIR: folder,
    RATE_LIMITS: "off",
    BOT_CHECK: "off",
    UNPAID_LIMITS: "off",
    // A payment is final, and a payout sent, as soon as the service comes to it.
    SANDBOX_PACE_MS: "0",
    PAYOUT_CAPS: "off",
    HOST: "127.0.0.1",
    SESSION_SECRETS: secret,
    ORDER_LINK_SECRETS: secret,
    ACCOUNT_SECRETS: secret,
    API_CLIENT_SECRET: secret,
    ...(setup.endsWith("PostgreSQL") && { DATABASE_URL: await freshUrl() }),
  };
  try {
    const started = async (args: string[], more: Record<string, string>, path: string) => {
      programs.unshift(await startProgram(args, { ...env, ...more }, path));
    };
    const ports = { PORT: String(port) };
    const behind = { PORT: String(port + 1) };
    if (setup.startsWith("separate")) await started(service, behind, "/readyz");
    const to = setup.startsWith("separate") ? { API_BASE_URL: `http://127.0.0.1:${port + 1}` } : {};
    await started(site, { ...ports, ...to }, "/En");
    operator(env, "reserve", "fund", "paypal-usd", "10000000", "--anyway", "--reason", "for the bench");
    const cpuBefore = programs.map((program) => program.cpuSeconds());
    const config = { origin: `http://127.0.0.1:${port}`, mix, seconds, times };
    const generating = run(process.execPath, [...built("load-driver"), JSON.stringify(config)], { maxBuffer: 1e8 });
    const hasPriority = prefer(generating.child.pid ?? 0);
    const { stdout } = await generating;
    const cpu = programs.map((program, at) => program.cpuSeconds() - (cpuBefore[at] ?? 0));
    const raw: unknown = JSON.parse(stdout);
    if (process.env.OVERLOAD_RAW) console.log(stdout);
    report(`${setup}, ${mix}${hasPriority ? "" : ", generator without priority"}`, figures.parse(raw), cpu);
  } finally {
    for (const program of programs) await program.stop();
    // The embedded database has one owner: the check begins when the service has ended.
    console.log(`  ${operator(env, "ledger", "verify").trim().split("\n").at(-1)}`);
    rmSync(folder, { recursive: true });
  }
}

/** Before it has begun. False where this user may not. */
function prefer(pid: number): boolean {
  try {
    setPriority(pid, generatorNiceness);
    return true;
  } catch {
    return false;
  }
}

function operator(env: Record<string, string>, ...words: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["build/operator.js", ...words], {
    env: { ...process.env, NODE_ENV: "production", ...env },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`operator ${words.join(" ")}: ${stdout} ${stderr}`);
  return stdout;
}

function report(name: string, all: Figures, cpu: number[]): void {
  const { accepted, shed, health, payout } = all;
  const kinds = Object.entries(all.byKind)
    .map(([kind, { share, p50, p99 }]) => `${kind} ${(share * 100).toFixed(0)} % (p50 ${p50}, p99 ${p99} ms)`)
    .join(", ");
  console.log(
    [
      `overload, ${name}: ${all.visitorsASecond.toFixed(0)} visitors/s served, ${times} times as many for ${seconds} s`,
      `  sent ${all.sent} requests; answered ${accepted.count}: p50 ${accepted.p50}, p99 ${accepted.p99}, max ${accepted.max} ms (bar: p99 2000)`,
      `  shed ${shed.count}: p50 ${shed.p50}, p99 ${shed.p99}, max ${shed.max} ms (bar: 50), ${all.shedWithoutRetryAfter} without Retry-After; others: ${all.other.join(", ") || "none"}`,
      `  answered by kind: ${kinds}`,
      `  /healthz: p50 ${health.p50}, p99 ${health.p99}, max ${health.max} ms (bar: 200); home normal after ${all.recoveredMs.toFixed(0)} ms (bar: 5000)`,
      `  paid ${all.paid}: paid out ${all.paidOut}, ${all.paidOutInFlood} of them while the flood went on; p50 ${payout.p50}, max ${payout.max} ms after the payment`,
      `  orders acknowledged ${all.orders}, executed ${all.executed}, lost ${all.lost}; CPU s of the programs ${cpu.map((programSeconds) => programSeconds.toFixed(0)).join(" + ")}, of the generator ${(all.generatorCpu * 100).toFixed(0)} % of a core, late by ${all.generatorLateMs} ms (p99)`,
    ].join("\n"),
  );
}
