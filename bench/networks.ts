import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ask } from "../tests/support/service/ask.ts";
import { startProgram } from "./program.ts";

/** With the bound of memory that npm start has. */
const site = ["--max-semi-space-size=8", "node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"];
const secret = "bench".repeat(8);
const hostileNetworks = [0, 1, 10, 200];
/** Of all hostile networks together, but two for each at least. */
const connections = 48;
const pressedMs = Number(process.env.NETWORKS_SECONDS ?? 20) * 1000;
const visitors = 100;
const visitEveryMs = 100;

/**
 * What a visitor of another network gets while 1, 10 and 200 networks press: each of their connections asks for a page
 * that is made anew, and again as soon as it has an answer. The addresses come from a trusted proxy. Generator and site
 * share the machine. Needs `npm run build` first.
 */
export async function benchNetworks(port: number): Promise<void> {
  for (const networks of hostileNetworks) {
    const folder = mkdtempSync(join(tmpdir(), "bench-networks-"));
    const env = {
      DATA_DIR: folder,
      RATE_LIMITS: "off",
      BOT_CHECK: "off",
      HOST: "127.0.0.1",
      PORT: String(port),
      TRUSTED_PROXIES: "127.0.0.1",
      PUBLIC_ORIGIN: `http://localhost:${port}`,
      SESSION_SECRETS: secret,
      ORDER_LINK_SECRETS: secret,
      ACCOUNT_SECRETS: secret,
    };
    const program = await startProgram(site, env, "/En");
    try {
      await pressedBy(networks, { origin: `http://127.0.0.1:${port}` });
    } finally {
      await program.stop();
      rmSync(folder, { recursive: true });
    }
  }
}

async function pressedBy(networks: number, to: { origin: string }): Promise<void> {
  let isOver = false;
  const hostile = { sent: 0, answered: 0 };
  const press = async (clientIndex: number) => {
    while (!isOver) {
      hostile.sent += 1;
      const headers = { "X-Forwarded-For": `10.${Math.floor(clientIndex / 250)}.${clientIndex % 250}.1` };
      const response = await ask(to, `/En/order/X${hostile.sent}`, headers).catch(() => undefined);
      if (response && response.status < 500) hostile.answered += 1;
    }
  };
  const open = networks === 0 ? 0 : Math.max(connections, networks * 2);
  const pressing = Array.from({ length: open }, (_, at) => press(at % networks));
  await pause(pressedMs);
  const visits: Promise<{ status: number; ms: number }>[] = [];
  for (let at = 0; at < visitors; at += 1) {
    const startedMs = performance.now();
    visits.push(
      ask(to, `/En/track?visit=${at}`, { "X-Forwarded-For": `192.0.${at % 50}.1` }).then(
        ({ status }) => ({ status, ms: performance.now() - startedMs }),
        () => ({ status: 0, ms: performance.now() - startedMs }),
      ),
    );
    await pause(visitEveryMs);
  }
  const visited = await Promise.all(visits);
  isOver = true;
  await Promise.all(pressing);
  const served = visited.filter(({ status }) => status === 200).map(({ ms }) => ms);
  served.sort((a, b) => a - b);
  const at = (share: number) => Math.round(served[Math.floor(served.length * share)] ?? 0);
  console.log(
    `networks, ${networks} hostile with ${open} connections: visitors answered ${served.length} of ${visitors}, p50 ${at(0.5)}, p95 ${at(0.95)} ms; of the others ${hostile.answered} of ${hostile.sent}`,
  );
}
