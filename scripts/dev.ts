/** Development: the service in a watched process, and the site connected to it at PORT. All end together. */
import { type ChildProcess, spawn } from "node:child_process";

const port = process.env.PORT ?? "5173";
const servicePort = process.env.UPSTREAM_PORT ?? String(Number(port) + 1);
const shared = { RAILS: "sandbox", SANDBOX_CLOCK: "1", ...process.env };
const lookForParentMs = 1000;

const children = [
  start("tsx", ["watch", "upstream/program/main.ts"], { PORT: servicePort }),
  start("remix", ["vite:dev", "--port", port, "--strictPort"], { API_BASE_URL: `http://127.0.0.1:${servicePort}` }),
];
for (const child of children) {
  child.once("exit", (code) => {
    process.exitCode ||= code ?? 0;
    endAll("SIGTERM");
  });
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => endAll(signal));

// npm may be killed without a signal that reaches this process.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && endAll("SIGTERM"), lookForParentMs).unref();

/** Each in a process group of its own: both programs start others, which a signal to them alone would leave behind. */
function start(program: string, args: string[], env: Record<string, string>): ChildProcess {
  return spawn(`node_modules/.bin/${program}`, args, {
    stdio: ["ignore", "inherit", "inherit"],
    detached: true,
    env: { ...shared, ...env },
  });
}

function endAll(signal: NodeJS.Signals): void {
  for (const { pid } of children) {
    try {
      if (pid !== undefined) process.kill(-pid, signal);
    } catch {
      // The whole group has ended.
    }
  }
}
