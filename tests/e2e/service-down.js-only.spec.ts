import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "@playwright/test";
import { ask } from "../support/ask.ts";
import { type Site, startSite } from "../support/site.ts";
import { close, service, type Told } from "../support/told-service.ts";

test.describe("a site whose service does not answer sensibly", () => {
  let site: Site;
  let broken: Awaited<ReturnType<typeof service>>;
  let behaviour: Told = { status: 502, body: "no" };

  test.beforeAll(async () => {
    broken = await service(() => behaviour);
    site = await startSite({ API_BASE_URL: broken.url });
  });
  test.afterAll(async () => {
    await site.stop();
    close(broken.server);
  });

  for (const [name, how] of [
    ["is down", { status: 502, type: "text/html", body: "<html>Bad gateway</html>" }],
    ["answers HTML", { status: 200, type: "text/html", body: "<html>Welcome</html>" }],
    ["answers another shape", { status: 200, body: '{"data":[]}' }],
    ["breaks the connection", "reset"],
    ["hangs", "hang"],
  ] as const) {
    test(`when the service ${name}, pages answer 503 and say when to come back; text stays`, async () => {
      behaviour = how;
      for (const path of ["/En/exchange/usdt-to-paypal", "/Ru/exchange/crypto-to-paypal"]) {
        const answer = await ask(site, path);
        expect(answer.status, path).toBe(503);
        expect(Number(answer.headers["retry-after"]), path).toBeGreaterThan(0);
        expect(answer.text, path).toContain("<h1");
      }
      for (const path of ["/En", "/Ru/legal/terms", "/En/track"]) expect((await ask(site, path)).status).toBe(200);
    });
  }
});

test("on SIGTERM answers in progress are finished, idle connections closed, and the process ends well", async () => {
  const slow = await service(() => "hang");
  const site = await startSite({ API_BASE_URL: slow.url });
  const { hostname, port } = new URL(site.origin);
  const idle = connect(Number(port), hostname);
  await once(idle, "connect");
  // Each waits for the hanging service until its time-out: in progress when the signal comes.
  const pending = Array.from({ length: 8 }, () => ask(site, "/En/exchange/usdt-to-paypal"));
  await expect.poll(slow.asked).toBe(8);
  const ended = once(site.process, "exit");
  site.process.kill("SIGTERM");
  for (const answer of await Promise.all(pending)) {
    expect(answer.status).toBe(503);
    expect(answer.text).toContain("</html>");
  }
  const [code] = await ended;
  expect(code).toBe(0);
  close(slow.server);
});

test("wrong settings are all named at once, and the process ends with 78", () => {
  const wrong = { PUBLIC_ORIGIN: "exchange.example", TRUSTED_PROXIES: "everybody", SESSION_SECRETS: "short" };
  const { status, stderr } = spawnSync("node_modules/.bin/remix-serve", ["./build/server/index.js"], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", PORT: "0", ...wrong },
    encoding: "utf8",
  });
  expect(status).toBe(78);
  for (const name of Object.keys(wrong)) expect(stderr).toContain(name);
});
