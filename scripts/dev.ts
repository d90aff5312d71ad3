/** Development: the service in a watched process of its own, the site against it; both end together. */
import { spawn } from "node:child_process";

const servicePort = process.env.UPSTREAM_PORT ?? "3001";
const shared = { RAILS: "sandbox", SANDBOX_CLOCK: "1", ...process.env };
const start = (program: string, args: string[], env: Record<string, string | undefined>) =>
  spawn(`node_modules/.bin/${program}`, args, { stdio: "inherit", env: { ...shared, ...env } });

const children = [
  start("tsx", ["watch", "upstream/main.ts"], { PORT: servicePort }),
  start("remix", ["vite:dev"], { API_BASE_URL: `http://127.0.0.1:${servicePort}` }),
];
for (const child of children) {
  child.on("exit", (code) => {
    for (const other of children) other.kill("SIGTERM");
    process.exitCode = code ?? 0;
  });
}
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });
}
