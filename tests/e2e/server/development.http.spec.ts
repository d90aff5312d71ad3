import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { ask } from "../../support/service/ask.ts";
import { freePort } from "../../support/site/site.ts";
import { test } from "../setup/site.ts";

test("npm run dev serves the site at PORT through the front, and ends with all its processes on SIGTERM", async () => {
  // Vite reads and compiles the whole site first.
  test.setTimeout(300_000);
  const dataDir = await mkdtemp(join(tmpdir(), "kursa-dev-"));
  const [port, servicePort] = [await freePort(), await freePort()];
  const env = { ...process.env, NODE_ENV: "development" as const, PORT: `${port}`, UPSTREAM_PORT: `${servicePort}` };
  const npm = spawn("npm", ["run", "dev"], { env: { ...env, DATA_DIR: dataDir }, stdio: "ignore" });
  const isUp = (at: number, path: string) =>
    ask({ origin: `http://127.0.0.1:${at}` }, path).then(
      ({ status }) => status === 200,
      () => false,
    );
  try {
    await expect.poll(() => isUp(port, "/readyz"), { timeout: 240_000 }).toBe(true);
    const { headers } = await ask({ origin: `http://127.0.0.1:${port}` }, "/healthz");
    expect(headers["x-request-id"]).toMatch(/^[\w-]{36}$/);
    expect(await isUp(servicePort, "/readyz")).toBe(true);
    npm.kill("SIGTERM");
    await once(npm, "exit");
    await expect.poll(() => isUp(port, "/healthz")).toBe(false);
    await expect.poll(() => isUp(servicePort, "/readyz")).toBe(false);
  } finally {
    npm.kill("SIGTERM");
    await rm(dataDir, { recursive: true, force: true });
  }
});
