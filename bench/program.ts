import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { build } from "esbuild";
import { endWithParent } from "../tests/support/end-with-parent.ts";
import { Connection } from "./connection.ts";
import { processorSeconds } from "./processor-time.ts";
import { expectUnused } from "./unused-port.ts";

export type Program = {
  /** Read by each request. */
  readonly url: string;
  /** Sent with each request, besides an id. */
  headers?: Record<string, string>;
  readonly pid: number;
  cpuSeconds(): number;
  stop(): Promise<void>;
};

/** Beside the packages, so that they are found; bundled like the production build. */
const folder = "node_modules/.cache/bench";

/** Bundles our programs from the current source. */
export async function buildPrograms(entryPoints: Record<string, string>): Promise<void> {
  await build({
    entryPoints,
    outdir: folder,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    logLevel: "warning",
  });
  await cp("upstream/db/migrations", `${folder}/migrations`, { recursive: true });
}

/** The built file of a program given to `buildPrograms`. */
export const built = (name: string) => [`${folder}/${name}.js`];

/**
 * A program in its own process, so that its CPU time is separate from the driver's. Listens on `env.PORT`, which
 * must be unused; ends with the driver, however that ends. Linux only.
 */
export async function startProgram(args: string[], env: Record<string, string>, path: string): Promise<Program> {
  await expectUnused(Number(env.PORT));
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_ENV: "production", ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  endWithParent(child);
  const url = `http://127.0.0.1:${env.PORT}${path}`;
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  try {
    await answering(child, url);
  } catch (error) {
    await stop();
    throw error;
  }
  const pid = child.pid ?? 0;
  return { url, pid, cpuSeconds: () => processorSeconds(pid), stop };
}

/** Sends this many requests over keep-alive connections; throws on any status but 200. */
async function load(program: Program, requests: number, connections: number): Promise<number[]> {
  const tookMs: number[] = [];
  let left = requests;
  const connectAndAsk = async () => {
    const connection = await Connection.to(program.url);
    while (left > 0) {
      left -= 1;
      const startMs = performance.now();
      const status = await connection.get(program.url, { "client-id": "bench", ...program.headers });
      if (status !== "200") throw new Error(`${program.url} answered ${status}`);
      tookMs.push(performance.now() - startMs);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, connectAndAsk));
  return tookMs;
}

/** A busy machine may take a minute to create a database. */
async function answering(child: ChildProcess, url: string): Promise<void> {
  const isUp = () =>
    fetch(url, { headers: { "client-id": "bench" } }).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let tries = 0; tries < 1200; tries += 1) {
    if (child.exitCode !== null) throw new Error(`${child.spawnargs.at(-1)} ended with ${child.exitCode}`);
    if (await isUp()) return;
    await wait(100);
  }
  throw new Error(`Nothing answers at ${url}`);
}

/** CPU per request in microseconds, and the 99th percentile of the response time. */
export async function measure(program: Program, requests: number): Promise<{ cpu: number; p99Ms: number }> {
  const before = program.cpuSeconds();
  const tookMs = await load(program, requests, connections);
  const cpu = ((program.cpuSeconds() - before) * 1_000_000) / requests;
  const p99Ms = tookMs.sort((a, b) => a - b)[Math.floor(tookMs.length * 0.99)] ?? 0;
  return { cpu, p99Ms };
}

/**
 * The CPU of one program against another's, in alternating rounds so that load affects both; the median of all rounds.
 * Two warm-up rounds each are discarded.
 */
export async function compare(
  label: string,
  measuredProgram: Program,
  reference: Program,
  requests: number,
): Promise<number> {
  for (const program of [measuredProgram, reference, measuredProgram, reference]) await measure(program, requests);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const measuredCost = await measure(measuredProgram, requests);
    const referenceCost = await measure(reference, requests);
    ratios.push(measuredCost.cpu / referenceCost.cpu);
    const figures = `${measuredCost.cpu.toFixed(0)} us against ${referenceCost.cpu.toFixed(0)} us, p99 ${measuredCost.p99Ms.toFixed(1)} ms`;
    console.log(`${label}: ${figures}`);
  }
  return median(ratios);
}

export function median(figures: number[]): number {
  return [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
}

const rounds = 7;
const connections = 8;
