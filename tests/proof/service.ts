import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { getPriority } from "node:os";
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

type Started = {
  /** An earlier version's. */
  program?: string;
  /** Whether it may lower its own priority: beside other tests it would get next to no processor time. */
  givesWay?: boolean;
};

/** Starts the built service alone, as an operator would, and waits until it is ready. */
export async function startService(
  settings: Record<string, string>,
  { program = "build/upstream.js", givesWay = false }: Started = {},
): Promise<Service> {
  const port = await freePort();
  const printed: string[] = [];
  // It keeps a priority that was chosen for it.
  const chosen = givesWay || getPriority() !== 0 ? "0" : "1";
  const child = spawn("nice", ["-n", chosen, process.execPath, program], {
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
      PAYER_LIMITS: "off",
      FEES_FOLLOW_NETWORK: "off",
      PRICE_FLOOR: "off",
      // Many orders of one customer.
      UNASKED_EMAILS_PER_DAY: "1000",
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
  const untilMs = performance.now() + 100_000;
  while (performance.now() < untilMs) {
    if (child.exitCode !== null) throw new Error(`The service ended at once:\n${log()}`);
    const response = await fetch(`${base}/readyz`).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`The service did not get ready:\n${log()}`);
}
