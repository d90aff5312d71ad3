import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { endWithParent } from "../support/end-with-parent.ts";
import { freePort } from "../support/site/site.ts";

export type Service = {
  base: string;
  /** From its start until it reported ready. */
  readyMs: number;
  process: ChildProcess;
  log(): string;
  kill(signal: NodeJS.Signals): Promise<void>;
};

/** Starts the built service alone (or that of an earlier version), as an operator would, and waits until it is ready. */
export async function startService(settings: Record<string, string>, program = "build/upstream.js"): Promise<Service> {
  const port = await freePort();
  const printed: string[] = [];
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      SANDBOX_PACE_MS: "0",
      RATE_LIMITS: "off",
      BOT_CHECK: "off",
      UNPAID_LIMITS: "off",
      PAYOUT_CAPS: "off",
      ...settings,
    },
  });
  endWithParent(child);
  child.stdout.on("data", (chunk) => printed.push(String(chunk)));
  child.stderr.on("data", (chunk) => printed.push(String(chunk)));
  let isAskedToEnd = false;
  child.once("exit", (code, signal) => {
    if (!isAskedToEnd)
      console.error(`The service ended by itself, ${code ?? signal}:\n${printed.join("").slice(-4000)}`);
  });
  const base = `http://127.0.0.1:${port}`;
  const started = performance.now();
  await waitReady(base, child, () => printed.join(""));
  return {
    base,
    readyMs: performance.now() - started,
    process: child,
    log: () => printed.join(""),
    kill: async (signal) => {
      isAskedToEnd = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await once(child, "exit");
    },
  };
}

async function waitReady(base: string, child: ChildProcess, log: () => string): Promise<void> {
  for (let attempt = 0; attempt < 1500; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`The service ended at once:\n${log()}`);
    const answer = await fetch(`${base}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`The service did not get ready:\n${log()}`);
}
