import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp } from "node:fs/promises";
import { Agent, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { build } from "esbuild";
import { processorSeconds } from "./processor-time.ts";

export type Program = {
  /** Read for each request. */
  readonly url: string;
  /** Sent with each request, beside an id. */
  headers?: Record<string, string>;
  cpuSeconds(): number;
  stop(): Promise<void>;
};

/** Beside the packages, so that they are found; bundled as the production build does it. */
const folder = "node_modules/.cache/bench";

/** Bundles programs of ours as they are now. */
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
 * A program in a process of its own, so that its CPU time can be told from the driver's. It answers at `env.PORT`.
 * Linux only.
 */
export async function startProgram(args: string[], env: Record<string, string>, path: string): Promise<Program> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_ENV: "production", ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
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
  return { url, cpuSeconds: () => processorSeconds(child.pid ?? 0), stop };
}

/** So many requests over kept connections; throws when one is answered by anything but 200. */
async function load(program: Program, requests: number, connections: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const tookMs: number[] = [];
  let left = requests;
  const one = async () => {
    while (left > 0) {
      left -= 1;
      const startMs = performance.now();
      await get(program.url, agent, program.headers);
      tookMs.push(performance.now() - startMs);
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  agent.destroy();
  return tookMs;
}

function get(url: string, agent: Agent, more: Record<string, string> = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers: { "client-id": "bench", ...more } }, (response) => {
      response.resume();
      response.on("end", () => (response.statusCode === 200 ? resolve() : reject(new Error(`${response.statusCode}`))));
    });
    asked.on("error", reject);
    asked.end();
  });
}

/** A busy machine may take a minute to make a database. */
async function answering(child: ChildProcess, url: string): Promise<void> {
  const agent = new Agent();
  const isUp = () =>
    get(url, agent).then(
      () => true,
      () => false,
    );
  for (let tries = 0; tries < 1200; tries += 1) {
    if (child.exitCode !== null) throw new Error(`${child.spawnargs.at(-1)} ended with ${child.exitCode}`);
    if (await isUp()) return;
    await wait(100);
  }
  throw new Error(`Nothing answers at ${url}`);
}

/** CPU time a request, in microseconds, and how long the slowest hundredth took. */
export async function measure(program: Program, requests: number): Promise<{ cpu: number; p99Ms: number }> {
  const before = program.cpuSeconds();
  const tookMs = await load(program, requests, connections);
  const cpu = ((program.cpuSeconds() - before) * 1_000_000) / requests;
  const p99Ms = tookMs.sort((one, other) => one - other)[Math.floor(tookMs.length * 0.99)] ?? 0;
  return { cpu, p99Ms };
}

/**
 * The CPU of one program against another's, in turns so that a busy minute hits both; the median of all rounds. Two
 * rounds of each do not count: a young program is still being compiled.
 */
export async function compare(label: string, ours: Program, reference: Program, requests: number): Promise<number> {
  for (const program of [ours, reference, ours, reference]) await measure(program, requests);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const one = await measure(ours, requests);
    const other = await measure(reference, requests);
    ratios.push(one.cpu / other.cpu);
    const figures = `${one.cpu.toFixed(0)} us against ${other.cpu.toFixed(0)} us, p99 ${one.p99Ms.toFixed(1)} ms`;
    console.log(`${label}: ${figures}`);
  }
  return median(ratios);
}

export function median(figures: number[]): number {
  return [...figures].sort((one, other) => one - other)[Math.floor(figures.length / 2)] ?? 0;
}

const rounds = 7;
const connections = 8;
