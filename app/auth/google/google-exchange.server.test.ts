import { createServer, type RequestListener } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Breaker, createBreaker } from "../../api/breaker.ts";
import { exchangeCode } from "./google-exchange.server.ts";

const tokens = { access_token: "a", id_token: "i", token_type: "Bearer", expires_in: 3600 };
const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => void close()));

/** A fake Google endpoint with one fixed response. */
async function google(listener: RequestListener) {
  let requestCount = 0;
  const server = createServer((request, response) => {
    requestCount += 1;
    listener(request, response);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port");
  return { url: `http://127.0.0.1:${address.port}/token`, asked: () => requestCount };
}

/** Its pause never ends during a test. */
let breaker: Breaker;
beforeEach(() => {
  breaker = createBreaker({ failures: 5, pauseMs: 600_000 });
});

/** Longer than a busy machine needs, unless the test is about the timeout. */
const exchange = (url: string, timeoutMs = 60_000) =>
  exchangeCode(url, new URLSearchParams({ code: "c" }), { timeoutMs, breaker });

test("exchanges a code for tokens", async () => {
  const { url } = await google((_, response) => response.end(JSON.stringify(tokens)));
  expect(await exchange(url)).toEqual({ access_token: "a", id_token: "i" });
});

test("reports a code that Google rejects as refused", async () => {
  const { url } = await google((_, response) => response.writeHead(400).end('{"error":"invalid_grant"}'));
  await expect(exchange(url)).rejects.toThrow("refused");
});

test("never follows a redirect with the secret", async () => {
  const thief = await google((_, response) => response.end(JSON.stringify(tokens)));
  const { url } = await google((_, response) => response.writeHead(307, { Location: thief.url }).end());
  await expect(exchange(url)).rejects.toThrow("unreachable");
  expect(thief.asked()).toBe(0);
});

test("reports a timeout as unreachable", async () => {
  const { url } = await google(() => {});
  await expect(exchange(url, 50)).rejects.toThrow("unreachable");
});

test("pauses requests to Google after five invalid responses in a row", async () => {
  const { url } = await google((_, response) => response.end(JSON.stringify(tokens)));
  await exchange(url);
  const broken = await google((_, response) => response.end("<h1>Welcome to nginx</h1>"));
  for (let time = 0; time < 7; time += 1) await expect(exchange(broken.url)).rejects.toThrow("unreachable");
  expect(broken.asked()).toBe(5);
});
