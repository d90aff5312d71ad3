import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json, text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endWithParent } from "../../support/end-with-parent.ts";
import { builtProgram } from "../../support/service/built-program.ts";
import { prepareDataFolder } from "../../support/service/service-at-work.ts";
import { freePort } from "../../support/site/site.ts";

const clientSecret = "the website and the service share it";
let service: ChildProcess;
let port = 0;

beforeAll(async () => {
  port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), "kursa-hostile-"));
  prepareDataFolder(dataDir);
  const { PATH } = process.env;
  const settings = { DATA_DIR: dataDir, PORT: String(port), API_CLIENT_SECRET: clientSecret, SANDBOX_PACE_MS: "0" };
  service = spawn(process.execPath, [await builtProgram("upstream/program/main.ts")], {
    env: { PATH, TMPDIR: tmpdir(), NODE_ENV: "production" as const, ...settings },
  });
  endWithParent(service);
  await new Promise<void>((resolve, reject) => {
    service.stdout?.on("data", (chunk) => String(chunk).includes('"listening"') && resolve());
    service.once("exit", () => reject(new Error("The service ended at once")));
  });
});

afterAll(async () => {
  service.kill();
  await once(service, "exit");
});

/** Every address of 127.0.0.0/8 leads here, so that a test has as many networks as it wants. */
async function connected(localAddress: string): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

type Reply = { status: number | undefined; problem: { code?: string; status?: number; title?: string } };

async function pairs(localAddress: string, headers: Record<string, string> = {}): Promise<Reply> {
  const path = "/api/v1/exchange/pairs";
  const call = request({ port, host: "127.0.0.1", path, localAddress, agent: false, headers });
  const [response] = await once(call.setHeader("client-id", "test").end(), "response");
  return { status: response.statusCode, problem: (await json(response)) as Reply["problem"] };
}

/** What the service answers to these bytes until it closes the connection. */
async function answerTo(localAddress: string, bytes: string): Promise<Reply> {
  const socket = await connected(localAddress);
  socket.write(bytes);
  const [head = "", body = "{}"] = (await text(socket)).split("\r\n\r\n");
  expect(head).toMatch(/content-type: application\/problem\+json/i);
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), problem: JSON.parse(body) };
}

const stepOne = (headers: readonly string[]) =>
  ["POST /api/v1/exchange/step-one HTTP/1.1", "Host: a", "client-id: test", ...headers, "", ""].join("\r\n");
const jsonBody = "Content-Type: application/json";

const refused = (status: number, code: string) => ({ status, problem: { status, code, title: expect.any(String) } });

describe("a stand-alone service", () => {
  test("keeps connections for other networks when one opens thousands, and counts none of its site", async () => {
    const siteCall = async () => {
      const socket = await connected("127.0.9.1");
      socket.write(`GET /healthz HTTP/1.1\r\nHost: a\r\nClient-Secret: ${clientSecret}\r\n\r\n`);
      await once(socket, "data");
      return socket;
    };
    const sites = [await siteCall()];
    // Many at a time: one that sends nothing is closed after ten seconds.
    const greedy: Socket[] = [];
    while (greedy.length < 2050) {
      const next = Array.from({ length: 50 }, (_, at) => connected(`127.0.1.${1 + ((greedy.length + at) % 250)}`));
      greedy.push(...(await Promise.all(next)));
    }
    const open = () => greedy.filter((socket) => !socket.closed).length;
    await expect.poll(open).toBeLessThanOrEqual(2000);
    expect((await pairs("127.0.2.1")).status).toBe(200);
    const before = open();
    expect(before).toBeGreaterThan(1900);
    sites.push(...(await Promise.all(Array.from({ length: 20 }, siteCall))));
    expect(before - open()).toBeLessThan(20);
    for (const socket of [...greedy, ...sites]) socket.destroy();
  });

  test("works for others while forty bodies arrive slowly, and ends them after thirteen seconds", async () => {
    const slow = await Promise.all(Array.from({ length: 40 }, () => connected("127.0.3.1")));
    for (const socket of slow) socket.write(`${stepOne([jsonBody, "Content-Length: 60000"])}{`);
    const answers = slow.map((socket) => text(socket));
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await pairs("127.0.3.1")).status).toBe(200);
    for (const answer of await Promise.all(answers)) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
      expect(answer).toContain('"code":"request_timeout"');
      expect(answer).toContain('"instance":"/api/v1/exchange/step-one"');
    }
  });

  test("ends a connection that sends nothing, or half a head", async () => {
    const bytes = ["", "GET /api/v1/exchange/pairs HTTP/1.1\r\nHost:"];
    for (const answer of await Promise.all(bytes.map((sent) => answerTo("127.0.4.1", sent))))
      expect(answer).toMatchObject(refused(408, "request_timeout"));
  });

  test("refuses a body that is too large before it is sent", async () => {
    const large = await answerTo("127.0.5.1", stepOne([jsonBody, "Content-Length: 1000000000"]));
    expect(large).toMatchObject(refused(413, "too_large"));
    const unannounced = stepOne([jsonBody, "Transfer-Encoding: chunked", "Connection: close"]);
    const chunks = `10001\r\n${" ".repeat(0x10001)}\r\n0\r\n\r\n`;
    expect(await answerTo("127.0.5.1", unannounced + chunks)).toMatchObject(refused(413, "too_large"));
  });

  test("refuses a body that is cut into very many pieces", async () => {
    const head = stepOne([jsonBody, "Transfer-Encoding: chunked", "Connection: close"]);
    const body = `${JSON.stringify({ from: "usdt-trc20", to: "paypal-usd", amount: "100" })}${" ".repeat(400)}`;
    const pieces = [...body].map((byte) => `1\r\n${byte}\r\n`).join("");
    expect(await answerTo("127.0.6.1", `${head}${pieces}0\r\n\r\n`)).toMatchObject(refused(400, "bad_request"));
  });

  test("refuses a head that is too large, and what is no request, by codes and in the caller's language", async () => {
    const cookie = `Cookie: a=${"x".repeat(20_000)}`;
    const head = `GET /api/v1/exchange/pairs HTTP/1.1\r\nHost: a\r\nAccept-Language: ru\r\n${cookie}\r\n\r\n`;
    expect(await answerTo("127.0.7.1", head)).toMatchObject({
      status: 431,
      problem: { code: "headers_too_large", title: "Заголовки запроса слишком большие" },
    });
    expect(await answerTo("127.0.7.1", "nonsense\r\n\r\n")).toMatchObject(refused(400, "bad_request"));
    const noHost = "GET /api/v1/exchange/pairs HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n";
    expect(await answerTo("127.0.7.1", noHost)).toMatchObject(refused(400, "bad_request"));
  });
});
