import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { startService } from "../../proof/service.ts";
import { ask } from "../../support/service/ask.ts";
import { failedStatement, failsOnSignal, lastLine } from "../../support/service/fails-on-signal.ts";
import { close, service } from "../../support/site/scripted-service.ts";
import { startSite } from "../../support/site/site.ts";
import { stopUnderLoad } from "../../support/site/stop-under-load.ts";
import { test } from "../setup/site.ts";

test("on SIGTERM running requests finish, idle connections close, and the exit code is 0", async () => {
  let pagesAsking = 0;
  const slow = await service(({ headers }) => {
    // The site itself asks whether the market has changed, for no visitor.
    if (headers["x-request-id"] !== "market-state") pagesAsking += 1;
    return "hang";
  });
  const site = await startSite({ API_BASE_URL: slow.url, PAGE_TIMEOUT_MS: "2500" });
  const { hostname, port } = new URL(site.origin);
  const idle = connect(Number(port), hostname);
  await once(idle, "connect");
  // Each waits for the hanging service until its timeout: in progress when the signal arrives.
  const pending = Array.from({ length: 8 }, () => ask(site, "/En/exchange/usdt-to-paypal"));
  await expect.poll(() => pagesAsking).toBeGreaterThanOrEqual(8);
  const ended = once(site.process, "exit");
  site.process.kill("SIGTERM");
  for (const response of await Promise.all(pending)) {
    expect(response.status).toBe(504);
    expect(response.text).toContain("</html>");
  }
  const [code] = await ended;
  expect(code).toBe(0);
  close(slow.server);
});

test("no request fails when the site stops under load", async () => {
  const enough = 40;
  const site = await startSite();
  const { answered, failed, exitCode } = await stopUnderLoad(site, enough);
  await site.stop();
  expect(failed).toEqual([]);
  expect(answered).toBeGreaterThanOrEqual(enough);
  expect(exitCode).toBe(0);
});

test("slow clients are disconnected and do not delay others", async ({ site }) => {
  const log = site.logFromNow();
  const { port } = new URL(site.origin);
  const post = `POST /En/track HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${site.origin}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\n`;
  const cut = Promise.all([
    dripping(Number(port), "", ""),
    dripping(Number(port), "GET /En HTTP/1.1\r\n", "X-More: 1\r\n"),
    dripping(Number(port), post, "a"),
  ]);
  const crowd = await Promise.all(
    Array.from({ length: 1000 }, async () => {
      const socket = connect(Number(port), "127.0.0.1");
      await once(socket, "connect");
      return socket.on("error", () => {}).resume();
    }),
  );
  for (const socket of crowd) socket.write("GET /En HTTP/1.1\r\nX-Slow: ");
  for (const path of ["/En", "/Ru/legal/terms", "/readyz"]) expect((await ask(site, path)).status).toBe(200);
  // Without the server's limits they would stay open until the end of the test.
  await cut;
  await expect.poll(() => crowd.filter(({ readyState }) => readyState === "open").length).toBe(0);
  expect(log()).not.toContain('"level":"error"');
});

/** A connection that sends a byte every half second; resolves when the server closes it. */
async function dripping(port: number, head: string, drop: string): Promise<void> {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  socket.write(head);
  const drops = setInterval(() => socket.write(drop), 500);
  socket.resume();
  await once(socket, "close");
  clearInterval(drops);
}

test("invalid settings are all listed, and the exit code is 78", () => {
  const wrong = { PUBLIC_ORIGIN: "exchange.example", TRUSTED_PROXIES: "everybody", SESSION_SECRETS: "short" };
  const { status, stdout } = spawnSync("node_modules/.bin/remix-serve", ["./build/server/index.js"], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", PORT: "0", ...wrong },
    encoding: "utf8",
  });
  expect(status).toBe(78);
  const { level, problems, msg } = JSON.parse(stdout);
  expect({ level, msg }).toEqual({ level: "fatal", msg: "the settings are wrong" });
  const named = problems.map((problem: string) => /\w+/.exec(problem)?.[0]);
  expect(new Set(named)).toEqual(new Set(Object.keys(wrong)));
});

test("an error that nothing handles is a line of the site's log, and the exit code is 1", async () => {
  const site = await startSite({ NODE_OPTIONS: failsOnSignal() });
  expect(await site.stop("SIGHUP")).toBe(1);
  // What it wrote last may arrive after its end.
  await expect.poll(site.log).toContain("uncaught");
  expect(lastLine(site.log())).toMatchObject({
    level: "fatal",
    msg: "the site ends after an uncaught error",
    err: { message: `Failed query: ${failedStatement.text}`, stack: expect.stringContaining("\n    at ") },
  });
  for (const line of site.log().trimEnd().split("\n")) expect(() => JSON.parse(line), line).not.toThrow();
  expect(site.log()).not.toContain(failedStatement.value);
  expect(site.log()).not.toContain("canary");
});

for (const [whose, more, priority] of [
  ["beside its site gives way to other processes of its machine", { API_CLIENT_SECRET: "c".repeat(32) }, 10],
  ["without a site keeps its priority", {}, 0],
] as const) {
  test(`a service ${whose}`, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "kursa-priority-"));
    const secrets = { ORDER_LINK_SECRETS: "o".repeat(64), ACCOUNT_SECRETS: "a".repeat(64), ...more };
    const service = await startService({ ...secrets, DATA_DIR: dataDir }, { givesWay: true });
    // A priority that was chosen, like that of this run, stays.
    expect(getPriority(service.process.pid)).toBe(getPriority() || priority);
    await service.kill("SIGTERM");
    await rm(dataDir, { recursive: true });
  });
}
