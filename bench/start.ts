import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import packageJson from "../package.json" with { type: "json" };
import { startPostgres } from "../tests/support/service/postgres.ts";
import { processorSeconds } from "./processor-time.ts";
import { median } from "./program.ts";
import { expectUnused } from "./unused-port.ts";

const rounds = 7;
const secret = "bench".repeat(8);

type Start = { readyMs: number; cpuMs: number; residentMb: number };

/** From `npm start` to the first 200 of /readyz, and the memory then. Needs `npm run build` first. */
export async function benchStart(port: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "bench-start-"));
  const postgres = await startPostgres();
  try {
    let folders = 0;
    const used = join(folder, "used");
    const nextFolder = () => {
      folders += 1;
      return join(folder, String(folders));
    };
    const secrets = { ORDER_LINK_SECRETS: secret, ACCOUNT_SECRETS: secret, SESSION_SECRETS: secret };
    const url = await postgres.freshUrl();
    const cases: [name: string, bars: string, env: () => Record<string, string>][] = [
      ["embedded, from an empty folder", "1200 ms, 300 MB", () => ({ DATA_DIR: nextFolder() })],
      ["embedded, started again", "1200 ms, 300 MB", () => ({ DATA_DIR: used })],
      ["on PostgreSQL", "500 ms, 130 MB", () => ({ DATA_DIR: used, DATABASE_URL: url, ...secrets })],
    ];
    for (const [name, bars, env] of cases) {
      const starts: Start[] = [];
      // The first start prepares what later ones find.
      for (let round = 0; round <= rounds; round += 1) starts.push(await startOnce(port, env()));
      const figure = (key: keyof Start) => median(starts.slice(1).map((start) => start[key])).toFixed(0);
      const [ready, cpu, resident] = [figure("readyMs"), figure("cpuMs"), figure("residentMb")];
      console.log(`start ${name}: ready in ${ready} ms with ${cpu} ms of CPU, ${resident} MB (bars: ${bars})`);
    }
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true });
  }
}

async function startOnce(port: number, env: Record<string, string>): Promise<Start> {
  await expectUnused(port);
  const startMs = performance.now();
  // Like `npm start` without npm. The script's shell becomes the server.
  const server = spawn("sh", ["-c", packageJson.scripts.start], {
    env: {
      HOME: process.env.HOME,
      PATH: `${join(process.cwd(), "node_modules/.bin")}:${process.env.PATH}`,
      NODE_ENV: "production",
      PORT: String(port),
      LOG_LEVEL: "warn",
      ...env,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    await ready(port, server);
    const readyMs = performance.now() - startMs;
    const pid = server.pid ?? 0;
    return { readyMs, cpuMs: processorSeconds(pid) * 1000, residentMb: residentMb(pid) };
  } finally {
    const ended = once(server, "exit");
    server.kill("SIGTERM");
    await ended;
  }
}

function answersReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    get({ host: "127.0.0.1", port, path: "/readyz" }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    }).on("error", () => resolve(false));
  });
}

async function ready(port: number, server: ChildProcess): Promise<void> {
  while (!(await answersReady(port))) {
    if (server.exitCode !== null) throw new Error(`The site ended with ${server.exitCode}`);
    await wait(5);
  }
}

/** Used memory of a process, in millions of bytes. */
function residentMb(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return (Number(kibibytes) * 1024) / 1_000_000;
}
