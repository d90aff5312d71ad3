import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService } from "../../proof/service.ts";
import { ask } from "../../support/service/ask.ts";
import { startSite } from "../../support/site/site.ts";
import { expect, test } from "../setup/story.ts";

type Line = Record<string, unknown>;

/** Throws on a line that is no JSON object. */
const linesOf = (log: string): Line[] =>
  log
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

/** Lines about a request, and those of the process itself. */
function expectFormat(lines: readonly Line[], ofProcess: readonly string[]): void {
  for (const line of lines) {
    expect(line).toMatchObject({
      level: expect.stringMatching(/^(info|warn|error)$/),
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
      msg: expect.any(String),
    });
    if (!ofProcess.includes(String(line.msg))) expect(line, JSON.stringify(line)).toHaveProperty("request_id");
  }
}

test("odd requests are refused in plain words, and none is reported as a fault of the program", async ({ site }) => {
  const log = site.logFromNow();
  const form = { Origin: site.origin, "Content-Type": "application/x-www-form-urlencoded" };
  const cookies = { Cookie: "orders=x; session=%; theme=\u00ff; i18n_redirected=Xx; zone=Mars/Olympus; a" };
  const odd: [method: string, path: string, headers?: Record<string, string>][] = [
    ["GET", "/En/track?_data=routes/x"],
    ["GET", "/En?%5Fdata=root", cookies],
    ["POST", "/En/sign-in?_data=root&x=1", form],
    ["POST", "/robots.txt", form],
    ["POST", "/auth/google/callback", form],
    ["PUT", "/En/track"],
    ["DELETE", "/En/order/ABCDEFGHJK", cookies],
    ["GET", "/En/track.data?_routes=nothing", cookies],
    ["GET", "/En/%00?x=%E0%A4%A", cookies],
    ["POST", "/En/company/contact-us", { Origin: site.origin, "Content-Type": "multipart/form-data; boundary=x" }],
  ];
  for (const [method, path, headers = {}] of odd) {
    const body = method === "POST" ? "a=%E0%A4%A&__proto__=1" : null;
    const response = await fetch(site.origin + path, { method, headers, body, redirect: "manual" });
    expect(response.status, path).toBeLessThan(500);
    expect(await response.text(), path).not.toContain("Unexpected Server Error");
  }
  // The log arrives a little later than the responses; the last request shows that it is complete.
  await ask(site, "/En/after-odd-requests");
  await expect.poll(log).toMatch(/after-odd-requests[\s\S]*\n$/);
  expect(linesOf(log()).filter(({ level }) => level === "error")).toEqual([]);
});

test("a site and a separate service log JSON lines only, each with its time, those of a request with its id", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "kursa-log-"));
  const service = await startService({ DATA_DIR: dataDir });
  const site = await startSite({ API_BASE_URL: service.base });
  try {
    const { headers } = await ask(site, "/En/track", { cookie: "own=1" });
    await ask(site, "/En/nothing-here");
    const call = await ask(site, "/api/v1/exchange/pairs", { "client-id": "test" });
    await site.stop();
    const [front, behind] = [linesOf(site.log()), linesOf(service.log())];
    expectFormat(front, ["listening"]);
    expectFormat(behind, ["listening"]);
    expect(front[0]).toMatchObject({ msg: "listening", port: Number(new URL(site.origin).port) });
    // One request has one id in both logs.
    for (const id of [headers["x-request-id"], call.headers["x-request-id"]]) {
      expect(front.filter(({ request_id }) => request_id === id)).toHaveLength(1);
      expect(behind.filter(({ request_id }) => request_id === id).length).toBeGreaterThan(0);
    }
  } finally {
    await site.stop();
    await service.kill("SIGTERM");
    await rm(dataDir, { recursive: true, force: true });
  }
});
